/** What makes a film of pictures that follow each other: mediabunny, as much as that takes. In a chunk of its own, loaded with the first film. */
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
} from 'mediabunny';

export interface Recorder {
  /** Takes the canvas, the same one each time, as the next picture. */
  add(canvas: HTMLCanvasElement): Promise<void>;
  end(): Promise<Blob>;
  /** Lets go of what the browser holds. */
  close(): void;
  readonly extension: 'webm' | 'mp4';
}

/** How long pictures are shown, and how far apart those are that a player can start at, in seconds. */
export interface Pace {
  readonly each: number;
  readonly keys: number;
}

// Lines and letters: most pictures are like the last one, and take next to nothing of it.
const quality = new Quality({ bitrate: 6_000_000 });

/**
 * Undefined where the browser encodes nothing that we could use. Times are counted, not taken from a clock: a busy machine takes longer, and its
 * film is the same.
 */
export async function recorder(title: string, { each, keys }: Pace): Promise<Recorder | undefined> {
  // WebKitGTK ends the whole page where it is asked about an encoder before it has readied what it plays and encodes with, as this does.
  document.createElement('video').canPlayType('video/webm');
  // Of a size that no film exceeds by much. Safari may have AVC alone.
  const size = { width: 1280, height: 960, frameRate: 1 / each, quality };
  const codec = await getFirstEncodableVideoCodec(['vp9', 'vp8', 'avc'], size);
  if (!codec) return undefined;
  const extension = codec === 'avc' ? 'mp4' : 'webm';
  const target = new BufferTarget();
  const output = new Output({
    format: codec === 'avc' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target,
  });
  output.setMetadataTags({ title });
  let source: CanvasSource | undefined;
  let count = 0;
  return {
    extension,
    async add(canvas) {
      if (!source) {
        source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: keys });
        output.addVideoTrack(source, { frameRate: 1 / each });
        await output.start();
      }
      await source.add(count * each, each);
      count++;
    },
    async end() {
      await output.finalize();
      return new Blob([target.buffer as ArrayBuffer], { type: `video/${extension}` });
    },
    close() {
      if (output.state !== 'finalized') void output.cancel();
    },
  };
}
