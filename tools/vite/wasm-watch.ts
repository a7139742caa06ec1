/** In development: rebuilds the wasm and its types when a file of the C++ core changes, then reloads the page. */
import { spawn } from 'node:child_process';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { repository } from './paths.ts';

/** What a script has printed, and whether it went well. */
interface Ran {
  readonly ok: boolean;
  readonly output: string;
}

function runScript(script: string, ...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: repository });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

/** The wasm, and then the types from the module that it has for the tests: a native build would take as long again. */
async function build(run: typeof runScript): Promise<Ran> {
  const wasm = await run('tools/build-wasm.mjs');
  if (!wasm.ok) return wasm;
  const types = await run('tools/experiment-types.mjs', '--wasm');
  return { ok: types.ok, output: wasm.output + types.output };
}

/** The lines from the first error on: what the overlay has room for. */
export function firstError(output: string): string {
  const lines = output.trim().split('\n');
  const first = lines.findIndex((line) => /\berror\b/i.test(line));
  return lines.slice(Math.max(first, 0)).slice(0, 20).join('\n');
}

export function wasmWatch(run = runScript): Plugin {
  return {
    name: 'attn-wasm-watch',
    apply: 'serve',
    configureServer({ config, watcher, ws }) {
      const folder = join(repository, 'cpp');
      let running = false;
      let again = false;
      const say = (text: string): void => config.logger.info(`wasm: ${text}`, { timestamp: true });
      const rebuild = async (file: string): Promise<void> => {
        if (running) {
          again = true;
          return;
        }
        running = true;
        say(`${file.slice(repository.length)} has changed: building`);
        do {
          again = false;
          const started = Date.now();
          const { ok, output } = await build(run);
          if (again) {
            say('something has changed meanwhile: building again');
          } else if (ok) {
            const seconds = ((Date.now() - started) / 1000).toFixed(1);
            say([`built in ${seconds} s`, ...output.trim().split('\n')].join('\n  '));
            ws.send({ type: 'full-reload' });
          } else {
            const message = `it does not build, and pages go on with the last that did\n${firstError(output)}`;
            config.logger.error(`wasm: ${message}`, { timestamp: true });
            ws.send({ type: 'error', err: { message: `The wasm: ${message}`, stack: '' } });
          }
        } while (again);
        running = false;
      };
      watcher.add(folder);
      watcher.on('all', (event, file) => {
        if (file.startsWith(folder + sep) && /\.(cpp|hpp|txt|cmake)$/.test(file) && event !== 'addDir') {
          // The watcher reports every file when it starts: only changes count then.
          if (event === 'change' || event === 'unlink') void rebuild(file);
        }
      });
    },
  };
}
