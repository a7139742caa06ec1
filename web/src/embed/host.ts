/**
 * embed-host.js: gives the frames of a page the height of the figure in them. Without it they keep the height of their own.
 *
 * A frame resizes nothing but itself, whoever is in it, and only while it shows the page that its `src` names. One that is sandboxed
 * without `allow-same-origin` has no origin to tell by. One statement without names of its own: as a plain script it leaves nothing
 * behind on the page; imported on a server it does nothing.
 */
globalThis.addEventListener?.('message', ({ data, origin, source }) => {
  const { type, version, event, height } = data ?? {};
  if (type !== 'attn-figure' || version !== 1 || event !== 'height' || !(height > 0)) return;
  const size = (root: Document | ShadowRoot): void => {
    for (const frame of root.querySelectorAll('*')) {
      // Also frames in shadow roots that are open to scripts.
      if (frame.shadowRoot) size(frame.shadowRoot);
      if (!(frame instanceof HTMLIFrameElement) || frame.contentWindow !== source) continue;
      const nameless = frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin');
      if (!(nameless ? origin === 'null' : frame.src.startsWith(`${origin}/`))) continue;
      const { boxSizing, paddingTop, paddingBottom } = getComputedStyle(frame);
      const around =
        boxSizing === 'border-box'
          ? frame.offsetHeight -
            frame.clientHeight +
            Number.parseFloat(paddingTop) +
            Number.parseFloat(paddingBottom)
          : 0;
      frame.style.height = `${Math.min(Math.max(height, 60), 5000) + around}px`;
    }
  };
  size(document);
});
