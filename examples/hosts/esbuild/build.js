import { cpSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['figures.js'],
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  outdir: 'dist/out',
});
cpSync('index.html', 'dist/index.html');
for (const name of ['worker.js', 'wasm'])
  cpSync(`node_modules/attention-explorables/${name}`, `dist/attention/${name}`, { recursive: true });
