import { cpSync } from 'node:fs';
import resolve from '@rollup/plugin-node-resolve';

const copy = {
  writeBundle() {
    cpSync('index.html', 'dist/index.html');
    for (const name of ['worker.js', 'wasm'])
      cpSync(`node_modules/attention-explorables/${name}`, `dist/attention/${name}`, { recursive: true });
  },
};

export default { input: 'figures.js', output: { dir: 'dist/out' }, plugins: [resolve(), copy] };
