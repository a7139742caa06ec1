import { createApp, h, nextTick, shallowRef } from 'vue';

const props = shallowRef();
createApp({ render: () => props.value && h('attn-figure', props.value) }).mount('main');

/** Renders a figure with these properties, the same one again where it is there. */
globalThis.render = (next) => {
  props.value = next;
  return nextTick();
};
