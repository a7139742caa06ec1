/** Finding programs, and running them so that none is left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { pause } from './driver.ts';

/** The first of these programs that is there. Names are looked up in PATH; in a path, one `*` stands for any folder. */
export function find(...names: readonly string[]): string | undefined {
  return names.flatMap(places).find(runs);
}

function places(name: string): string[] {
  if (!isAbsolute(name)) {
    const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
    return folders.map((folder) => join(folder, name));
  }
  const [head, tail] = name.split('/*/', 2);
  if (head === undefined || tail === undefined) return [name];
  try {
    return readdirSync(head).map((folder) => join(head, folder, tail));
  } catch {
    return [];
  }
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends a program when this process is gone, however it went: tests that take too long are killed, and then no handler of ours
 * runs. `group` where the program leads a process group, which then goes as a whole.
 */
export function endWithUs(pid: number | undefined, group = false): void {
  if (pid === undefined) return;
  const watch = 'while kill -0 "$1" && kill -0 "$2"; do sleep 1; done; kill -KILL -- "$3"';
  const ids = [process.pid, pid, group ? -pid : pid].map(String);
  spawn('sh', ['-c', watch, 'watch', ...ids], { detached: true, stdio: 'ignore' }).unref();
}

/** A program that runs until `end`, with what it writes kept line by line. */
export class Program {
  readonly name: string;
  readonly lines: string[] = [];
  /** A pipe besides the usual ones, the program's descriptor 3. */
  readonly extra: NodeJS.ReadableStream;
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #running = true;
  readonly #kill = (): void => void this.#child.kill('SIGKILL');

  constructor(path: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.name = path;
    // In this process group, so that who ends the group ends these too.
    this.#child = spawn(path, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    endWithUs(this.#child.pid);
    this.extra = this.#child.stdio[3] as NodeJS.ReadableStream;
    for (const stream of [this.#child.stdout, this.#child.stderr])
      this.#read(stream as NodeJS.ReadableStream);
    this.#gone = new Promise((resolve) => {
      const gone = (): void => {
        this.#running = false;
        process.off('exit', this.#kill);
        resolve();
      };
      this.#child.once('exit', gone);
      this.#child.once('error', (error) => {
        this.lines.push(error.message);
        gone();
      });
    });
    process.once('exit', this.#kill);
  }

  get running(): boolean {
    return this.#running;
  }

  async end(): Promise<void> {
    if (!this.#running) return;
    this.#child.kill('SIGTERM');
    const kill = setTimeout(this.#kill, 5000);
    await this.#gone;
    clearTimeout(kill);
  }

  /** Waits until `ready` gives something; throws with the program's last words when it ends before, or takes too long. */
  async until<T>(ready: () => Promise<T | undefined> | T | undefined, limit: number): Promise<T> {
    const late = Date.now() + limit;
    while (this.#running && Date.now() < late) {
      const value = await ready();
      if (value !== undefined) return value;
      await pause(50);
    }
    const what = this.#running ? `is not ready after ${limit / 1000} s` : 'has ended';
    throw new Error(`${this.name} ${what}. ${this.lines.slice(-8).join('\n')}`);
  }

  #read(stream: NodeJS.ReadableStream): void {
    let rest = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      this.lines.push(...lines.filter(Boolean));
    });
  }
}
