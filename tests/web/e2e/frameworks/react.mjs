import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const root = createRoot(document.querySelector('main'));

const hear = ({ detail }) => {
  globalThis.heard = detail.value;
};

/** Renders a figure with these properties, the same one again where it is there, and keeps what it says that it shows. */
globalThis.render = async (props) =>
  flushSync(() => root.render(createElement('attn-figure', { ...props, 'onfigure-state': hear })));
