import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPause } from '../../../web/src/engine/pause';

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['where messages are handed out by the thousand', {}],
  ['in a browser', { setImmediate: undefined }],
  ['in an old surrounding', { setImmediate: undefined, MessageChannel: undefined }],
])('a pause %s', (_, surroundings) => {
  it('lets events in, again and again', async () => {
    for (const [name, value] of Object.entries(surroundings)) vi.stubGlobal(name, value);
    const ports: MessagePort[] = [];
    if (typeof MessageChannel === 'function') {
      const Native = MessageChannel;
      vi.stubGlobal(
        'MessageChannel',
        class extends Native {
          constructor() {
            super();
            ports.push(this.port1);
          }
        },
      );
    }
    const pause = createPause();
    let stopped = false;
    setTimeout(() => {
      stopped = true;
    }, 20);
    let pauses = 0;
    while (!stopped) {
      await pause();
      pauses += 1;
    }
    for (const port of ports) port.close();
    expect(pauses).toBeGreaterThan(1);
  });
});
