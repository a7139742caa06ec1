export default (config) => {
  config.addPassthroughCopy({ 'node_modules/attention-explorables': 'attention' });
  config.addPairedShortcode(
    'figure',
    (inside, fig, attributes = '') => `<attn-figure fig="${fig}" ${attributes}>${inside}</attn-figure>`,
  );
};
