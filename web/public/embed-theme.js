// Sets the theme that the address of a frame asks for, ahead of the first paint. Without one the page follows the system.
const theme = new URLSearchParams(location.search).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
