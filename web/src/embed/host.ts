/**
 * embed-host.js: gives the frames of a page the height of the figure in them. Without it they keep the height of their own.
 *
 * A frame resizes nothing but itself, whoever is in it, and only while it shows the page that its `src` names. One statement without
 * names of its own: as a plain script it leaves nothing behind on the page.
 */
addEventListener('message', ({ data, origin, source }) => {
  const { type, version, event, height } = data ?? {};
  if (type !== 'attn-figure' || version !== 1 || event !== 'height' || !(height > 0)) return;
  for (const frame of document.querySelectorAll('iframe')) {
    if (frame.contentWindow !== source || !frame.src.startsWith(`${origin}/`)) continue;
    const border =
      getComputedStyle(frame).boxSizing === 'border-box' ? frame.offsetHeight - frame.clientHeight : 0;
    frame.style.height = `${Math.min(Math.max(height, 60), 5000) + border}px`;
  }
});
