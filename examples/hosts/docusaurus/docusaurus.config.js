export default {
  title: 'Figures in Docusaurus',
  url: 'https://figures.example',
  baseUrl: '/',
  clientModules: ['./src/figures.js'],
  presets: [['classic', { docs: false, blog: false }]],
};
