import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { maxPixels } from '#rules/documents/file-limits.ts';
import decoder from './decode-in-thread.mjs?raw';

export interface DecodingLimits {
  maxPixels: number;
  maxMs: number;
  /** Memory of the decoder: 88 MB for 12 million pixels, 352 MB for 48 million. */
  maxMemoryBytes: number;
}

const decodingLimits: DecodingLimits = { maxPixels, maxMs: 20_000, maxMemoryBytes: 400 * 1024 * 1024 };

/** Upright pixels of a picture, three bytes each, row by row. */
interface DecodedPicture {
  pixels: Uint8Array;
  width: number;
  height: number;
}

export type Decoding =
  | DecodedPicture
  | { failed: 'tooLarge'; width: number; height: number }
  /** `unsupported`: the decoder cannot read it within its limits; other programs may be able to. */
  | { failed: 'damaged' | 'unsupported' };

const require = createRequire(import.meta.url);
const libraryPath = require.resolve('libheif-js/libheif-wasm/libheif.js');
const wasmPath = require.resolve('libheif-js/libheif-wasm/libheif.wasm');
// The decoder is a module, which a thread takes as text from a URL only.
const decoderUrl = new URL(`data:text/javascript,${encodeURIComponent(decoder)}`);

/** One at a time in a process: of uploads, and of the job that draws earlier pictures. */
let previous: Promise<unknown> = Promise.resolve();

function runThread(path: string, side: number, { maxMs, ...limits }: DecodingLimits): Promise<Decoding> {
  const worker = new Worker(decoderUrl, {
    workerData: { path, libraryPath, wasmPath, side, ...limits },
    // The thread reads strangers' bytes: it gets none of the operator's secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
  });
  return new Promise<Decoding>((settle) => {
    const giveUp = () => settle({ failed: 'unsupported' });
    const timer = setTimeout(giveUp, maxMs);
    worker.once('message', settle).once('error', giveUp).once('exit', giveUp);
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}

/**
 * Decodes the primary picture of a HEIC file, with its sides halved until the longest is less than twice `side`. Off this thread, within
 * limits of time and memory.
 */
export function decodeHeic(
  path: string,
  { side, limits = {} }: { side: number; limits?: Partial<DecodingLimits> | undefined },
): Promise<Decoding> {
  const decoding = previous.then(() => runThread(path, side, { ...decodingLimits, ...limits }));
  // A thread that could not be started must not hold up the next one.
  previous = decoding.catch(() => undefined);
  return decoding;
}
