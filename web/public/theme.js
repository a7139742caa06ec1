// Sets the theme that the reader chose here before, ahead of the first paint. Without a choice the page follows the system.
try {
  const theme = localStorage.getItem('attn-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: there is no choice to remember.
}
