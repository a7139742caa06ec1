export default {
  mode: 'production',
  output: { module: true, publicPath: 'auto' },
  experiments: { outputModule: true },
};
