import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

const root = createRoot(document.querySelector('main'));

/** Renders a figure with these properties, the same one again where it is there. */
globalThis.render = async (props) => flushSync(() => root.render(createElement('attn-figure', props)));
