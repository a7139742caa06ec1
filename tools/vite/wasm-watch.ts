/** In development: rebuilds the wasm when a file of the C++ core changes, then reloads the page. */
import { spawn } from 'node:child_process';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { repository } from './paths.ts';

/** Runs the build; resolves with what it printed, and whether it went well. */
function buildWasm(): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['tools/build-wasm.mjs'], { cwd: repository });
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

/** The lines from the first error on: what the overlay has room for. */
export function firstError(output: string): string {
  const lines = output.trim().split('\n');
  const first = lines.findIndex((line) => /\berror\b/i.test(line));
  return lines.slice(Math.max(first, 0)).slice(0, 20).join('\n');
}

export function wasmWatch(): Plugin {
  return {
    name: 'attn-wasm-watch',
    apply: 'serve',
    configureServer(server) {
      const folder = join(repository, 'cpp');
      let running = false;
      let again = false;
      const rebuild = async (): Promise<void> => {
        if (running) {
          again = true;
          return;
        }
        running = true;
        do {
          again = false;
          const started = Date.now();
          const { ok, output } = await buildWasm();
          if (again) continue;
          if (ok) {
            server.config.logger.info(`wasm rebuilt in ${((Date.now() - started) / 1000).toFixed(1)} s`, {
              timestamp: true,
            });
            server.ws.send({ type: 'full-reload' });
          } else {
            const message = firstError(output);
            server.config.logger.error(`wasm: ${message}`, { timestamp: true });
            server.ws.send({
              type: 'error',
              err: { message: `The wasm does not build\n${message}`, stack: '' },
            });
          }
        } while (again);
        running = false;
      };
      server.watcher.add(folder);
      server.watcher.on('all', (event, file) => {
        if (file.startsWith(folder + sep) && /\.(cpp|hpp|txt|cmake)$/.test(file) && event !== 'addDir') {
          // The watcher reports every file when it starts: only changes count then.
          if (event === 'change' || event === 'unlink') void rebuild();
        }
      });
    },
  };
}
