import { createApp, h, nextTick, shallowRef } from 'vue';

const props = shallowRef();
createApp({ render: () => props.value && h('attn-figure', props.value) }).mount('main');

const hear = ({ detail }) => {
  globalThis.heard = detail.value;
};

/** Renders a figure with these properties, the same one again where it is there, and keeps what it says that it shows. */
globalThis.render = (next) => {
  props.value = { ...next, onFigureState: hear };
  return nextTick();
};
