import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorker } from '../../../web/src/engine/start-worker';

const made: { url: string; type: string | undefined }[] = [];
const told: unknown[] = [];
let speak = () => {};

beforeEach(() => {
  made.length = 0;
  told.length = 0;
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor(url: string | URL, options?: WorkerOptions) {
        super();
        made.push({ url: String(url), type: options?.type });
        speak = () => this.dispatchEvent(new Event('message'));
      }
      postMessage(message: unknown) {
        told.push(message);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** In these tests modules come from file URLs, whose origin is "null". */
const ownOrigin = 'null';

describe('the worker', () => {
  it('is a module started from its own URL on the same origin', () => {
    vi.stubGlobal('self', { origin: ownOrigin });
    startWorker();
    expect(made).toEqual([{ url: expect.stringMatching(/^file:.*worker/), type: 'module' }]);
    expect(told).toEqual([]);
  });

  it('is imported by a blob on another origin, which is freed once the worker speaks', async () => {
    vi.stubGlobal('self', { origin: 'https://blog.example' });
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:one';
    });
    const freed = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
    startWorker();
    expect(made).toEqual([{ url: 'blob:one', type: 'module' }]);
    expect(await blobs[0]?.text()).toMatch(/^import "file:.*worker.*";$/);
    expect(freed).not.toHaveBeenCalled();
    speak();
    expect(freed).toHaveBeenCalledWith('blob:one');
  });

  it('is imported by a data: address where the page has no origin', () => {
    vi.stubGlobal('self', { origin: 'null' });
    vi.stubGlobal(
      'URL',
      class extends URL {
        override get origin() {
          return 'https://figures.example';
        }
      },
    );
    startWorker();
    const [worker] = made;
    const [head, source = ''] = worker?.url.split(/,(.*)/s) ?? [];
    expect([head, worker?.type]).toEqual(['data:text/javascript', 'module']);
    expect(decodeURIComponent(source)).toMatch(/^import "file:.*worker.*";$/);
  });

  it('is the one that the head of the page has started, once, and what that has said is heard', async () => {
    vi.stubGlobal('self', { origin: ownOrigin });
    const worker = new Worker('early.js');
    made.length = 0;
    vi.stubGlobal('attnWorker', { worker, first: 'message' });
    expect(startWorker()).toBe(worker);
    const heard = vi.fn();
    worker.addEventListener('message', heard);
    await Promise.resolve();
    expect(heard).toHaveBeenCalledTimes(1);
    expect([made, told]).toEqual([[], []]);
    startWorker();
    expect(made).toHaveLength(1);
  });

  it('is its own where an element of the page is called like that', () => {
    vi.stubGlobal('self', { origin: ownOrigin });
    const form = { worker: new EventTarget() };
    vi.stubGlobal('attnWorker', form);
    expect(startWorker()).not.toBe(form.worker);
    expect(made).toHaveLength(1);
  });

  it('throws where the browser has none', () => {
    vi.stubGlobal('self', { origin: ownOrigin });
    vi.stubGlobal('Worker', undefined);
    expect(startWorker).toThrow();
  });
});
