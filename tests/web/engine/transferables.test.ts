import { describe, expect, it } from 'vitest';
import { transferables } from '../../../web/src/engine/host';

describe('transferables', () => {
  it('are the buffers of typed arrays at any depth, each once', () => {
    const shared = new ArrayBuffer(16);
    const frame = {
      layer: 3,
      name: 'x',
      nothing: null,
      first: new Float64Array(shared, 0, 1),
      second: new Float64Array(shared, 8, 1),
      heads: [{ weights: new Float32Array(2) }, { weights: new Uint8Array(2) }],
    };
    expect([...transferables(frame)]).toEqual([
      shared,
      frame.heads[0]?.weights.buffer,
      frame.heads[1]?.weights.buffer,
    ]);
    expect([...transferables(frame)][0]).toBe(shared);
  });

  it('are none in what has no arrays', () => {
    expect([...transferables({ objects: 3 }), ...transferables(undefined), ...transferables('text')]).toEqual(
      [],
    );
  });

  it('leave out memory that is shared between threads, which cannot be handed over', () => {
    expect([...transferables({ view: new Uint8Array(new SharedArrayBuffer(8)) })]).toEqual([]);
  });
});
