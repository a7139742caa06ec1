// What ./tools/single runs, through Vite's loader: the rest is TypeScript.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const script = fileURLToPath(new URL('save.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
const [from, ...words] = process.argv.slice(2);
process.exitCode = await module.save(from, words);
