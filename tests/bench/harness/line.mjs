/**
 * The built site behind a line of one's choice: compressed as a host would, and where the line is slow, late by its latency and at its
 * rate, which all answers share. The browser's own throttling would leave out what workers ask for.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const compressed = new Set(['.woff2', '.png']);

/** Answers that are on their way, each to get its share of the line every few milliseconds. */
class Line {
  /** Bytes in a millisecond. */
  #rate;
  #open = new Set();
  #timer;
  #last = 0;

  constructor(rate) {
    this.#rate = rate;
  }

  send(response, body, done) {
    this.#open.add({ response, body, at: 0, done });
    if (this.#timer !== undefined) return;
    this.#last = performance.now();
    this.#timer = setInterval(() => this.#share(), 5);
  }

  #share() {
    const now = performance.now();
    let left = (now - this.#last) * this.#rate;
    this.#last = now;
    // What one does not need is for the others.
    for (let waiting = this.#open.size; waiting > 0; waiting--) {
      const [one] = this.#open;
      const end = Math.min(one.body.length, one.at + Math.ceil(left / waiting));
      one.response.write(one.body.subarray(one.at, end));
      left -= end - one.at;
      one.at = end;
      this.#open.delete(one);
      if (end < one.body.length) this.#open.add(one);
      else one.response.end(one.done);
    }
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** Serves `folder` until closed. `line` is undefined for a fast one, or has `latency` in ms and `rate` in kbit/s. */
export async function serveOverLine(folder, line) {
  const files = new Map();
  const read = (name) => {
    const type = extname(name);
    const plain = readFileSync(new URL(name, folder));
    const body = compressed.has(type) ? plain : gzipSync(plain, { level: 9 });
    const headers = {
      'content-type': types[type] ?? 'application/octet-stream',
      'cache-control': 'max-age=600',
      ...(body !== plain && { 'content-encoding': 'gzip' }),
    };
    return { body, headers };
  };
  const shared = line && new Line(line.rate / 8);
  /** What has been asked for since it was last taken, each with when, in the server's time. */
  let log = [];
  const server = createServer(async ({ url }, response) => {
    const name = decodeURIComponent(url.slice(1).replace(/[?#].*/, '')) || 'index.html';
    const entry = { name, asked: performance.now(), ended: undefined, bytes: 0 };
    log.push(entry);
    const end = () => {
      entry.ended = performance.now();
    };
    try {
      if (!files.has(name)) files.set(name, read(name));
    } catch {
      response.writeHead(404).end(end);
      return;
    }
    const { body, headers } = files.get(name);
    entry.bytes = body.length;
    if (line) await new Promise((resolve) => setTimeout(resolve, line.latency));
    response.writeHead(200, headers);
    if (shared) shared.send(response, body, end);
    else response.end(body, end);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${server.address().port}/`,
    takeLog() {
      const taken = log;
      log = [];
      return taken;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
