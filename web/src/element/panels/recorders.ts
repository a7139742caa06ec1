/** What makes a file of pictures that follow each other. Their times are counted, not taken from a clock: a busy machine takes longer, and its film is the same. */
import type { Picture } from './webm';

export interface Recorder {
  /** Device pixels per CSS pixel: letters are to be sharp on a slide, and files not too large to be sent. */
  readonly ratio: number;
  /** Takes the canvas as the next picture. */
  add(canvas: HTMLCanvasElement): Promise<void>;
  end(title: string): Promise<Blob>;
  /** Lets go of what the browser holds. */
  close(): void;
  readonly extension: 'webm' | 'gif';
}

/** How long each picture is shown, in ms: 25 a second, which both files can say exactly. */
export const each = 40;
/** A player can start at one picture of so many. */
const keys = 50;
/** Pictures that may wait for the encoder. */
const waiting = 4;

/** Encoders from the best on: the name that WebCodecs has for it, and that of the file. */
const codecs = [
  ['vp09.00.40.08', 'V_VP9'],
  ['vp8', 'V_VP8'],
] as const;

const settings = (codec: string, width: number, height: number): VideoEncoderConfig => ({
  codec,
  width,
  height,
  framerate: 1000 / each,
  // Lines and letters: most pictures are like the last one, and take next to nothing of it.
  bitrate: 6_000_000,
});

/** WebM where the browser encodes video by itself, GIF elsewhere. */
export async function recorder(): Promise<Recorder> {
  if (typeof VideoEncoder === 'function')
    for (const [codec, name] of codecs) {
      const { supported } = await VideoEncoder.isConfigSupported(settings(codec, 1280, 960)).catch(() => ({
        supported: false,
      }));
      if (supported) return webmRecorder(codec, name);
    }
  return gifRecorder();
}

async function webmRecorder(codec: string, name: (typeof codecs)[number][1]): Promise<Recorder> {
  const { webm } = await import('./webm');
  const pictures: Picture[] = [];
  let failed: Error | undefined;
  let size = { width: 0, height: 0 };
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      pictures.push({ at: chunk.timestamp / 1000, key: chunk.type === 'key', bytes });
    },
    error(error) {
      failed = error;
    },
  });
  let count = 0;
  return {
    extension: 'webm',
    ratio: 4 / 3,
    async add(canvas) {
      if (count === 0) {
        size = { width: canvas.width, height: canvas.height };
        encoder.configure(settings(codec, canvas.width, canvas.height));
      }
      while (encoder.encodeQueueSize > waiting && !failed)
        await new Promise((resolve) => setTimeout(resolve, 5));
      if (failed) throw failed;
      const frame = new VideoFrame(canvas, { timestamp: 1000 * each * count, duration: 1000 * each });
      encoder.encode(frame, { keyFrame: count % keys === 0 });
      frame.close();
      count++;
    },
    async end(title) {
      await encoder.flush();
      if (failed) throw failed;
      return webm({ title, codec: name, ...size, each }, pictures);
    },
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

async function gifRecorder(): Promise<Recorder> {
  const { Gif } = await import('./gif');
  let gif: InstanceType<typeof Gif> | undefined;
  return {
    extension: 'gif',
    ratio: 1,
    async add(canvas) {
      const { width, height } = canvas;
      gif ??= new Gif(width, height);
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height);
      if (data) gif.add(data, each);
    },
    end: async () => (gif as InstanceType<typeof Gif>).blob(),
    close() {},
  };
}
