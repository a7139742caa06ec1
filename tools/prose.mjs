#!/usr/bin/env node
// Holds the words of the project to its house style: node tools/prose.mjs [--without figures,chapters,...] [FOLDER]
// Each problem is one line, `path:line: what, and what to do`; exit status 1 if there is any. The rules are those of tools/prose/check.ts,
// which this runs through Vite's loader: the rest is TypeScript.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const script = fileURLToPath(new URL('prose/check.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
process.exitCode = module.main(process.argv.slice(2));
