#!/usr/bin/env node
// The drawings of all figures, held against those that are kept: node tools/pictures.mjs --report|--keep [FIGURE...]
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const script = fileURLToPath(new URL('pictures/command.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
process.exitCode = module.pictures(process.argv.slice(2));
