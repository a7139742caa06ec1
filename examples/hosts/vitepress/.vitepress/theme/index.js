import DefaultTheme from 'vitepress/theme';
import '../../figures.js';

export default DefaultTheme;
