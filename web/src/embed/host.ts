/**
 * embed-host.js: gives the frames of a page the height of the figure in them. Without it they keep the height of their own.
 *
 * A frame of ours, whose `src` names an embed.html, resizes nothing but itself, whoever is in it, and only while it shows the page that
 * its `src` names. One that is sandboxed without `allow-same-origin` has no origin to tell by. A frame is looked for once, wherever it
 * is: others may send as much as they like. One statement without names of its own: as a plain script it leaves nothing behind on the
 * page; imported on a server it does nothing.
 */
globalThis.addEventListener?.(
  'message',
  (
    (known: WeakMap<object, HTMLIFrameElement | undefined>) =>
    ({ data, origin, source }: MessageEvent) => {
      const { type, version, event, height } = data ?? {};
      if (type !== 'attn-figure' || version !== 1 || event !== 'height') return;
      if (typeof height !== 'number' || !(height > 0) || !source) return;
      const find = (root: Document | ShadowRoot): HTMLIFrameElement | undefined => {
        for (const frame of root.querySelectorAll('iframe')) if (frame.contentWindow === source) return frame;
        // Also in shadow roots that are open to scripts.
        for (const { shadowRoot } of root.querySelectorAll('*')) {
          const frame = shadowRoot && find(shadowRoot);
          if (frame) return frame;
        }
        return undefined;
      };
      if (!known.has(source)) known.set(source, find(document));
      const frame = known.get(source);
      if (!frame || !/\/embed\.html(\?|#|$)/.test(frame.src)) return;
      const nameless = frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin');
      if (!(nameless ? origin === 'null' : frame.src.startsWith(`${origin}/`))) return;
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
  )(new WeakMap()),
);
