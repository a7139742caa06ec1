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
    for (let events = 0; events < 3; events += 1) {
      let came = false;
      setTimeout(() => {
        came = true;
      });
      for (let pauses = 0; !came && pauses < 1e6; pauses += 1) await pause();
      expect(came).toBe(true);
    }
    for (const port of ports) port.close();
  });
});
