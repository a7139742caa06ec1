// Sets the theme that the address of a frame asks for, ahead of the first paint. Without one the page follows the system.
const theme = new URLSearchParams(location.search).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

// Where the code of the figure is refused or does not come, as in a sandboxed frame of a host that allows no other origin.
addEventListener(
  'error',
  ({ target }) => {
    if (target.type !== 'module') return;
    const sentence = document.createElement('p');
    sentence.className = 'none';
    sentence.textContent =
      'The live figure could not be loaded here: its scripts did not come, or this frame may not run them.';
    document.querySelector('main').append(sentence);
  },
  true,
);
