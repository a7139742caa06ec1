// What `npm run build:notebook` runs, through Vite's loader: the rest is TypeScript. Behind `--`, figures: those alone.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const script = fileURLToPath(new URL('build.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
await module.build(process.argv.slice(2));
