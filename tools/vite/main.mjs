// Runs a command of the tools that is TypeScript, through Vite's loader: node tools/vite/main.mjs FILE [WORD...]. It is the file's `main`, which is given
// the words, and gives the exit status, or nothing where all is well.
import path from 'node:path';
import { runnerImport } from 'vite';

const [file, ...words] = process.argv.slice(2);
const { module } = await runnerImport(path.resolve(file), { configFile: false, logLevel: 'error' });
process.exitCode = await module.main(...words);
