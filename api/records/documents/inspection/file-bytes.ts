import type { FileHandle } from 'node:fs/promises';
import { formatNumber } from '#rules/format/numbers.ts';

/** A file read and modified in chunks: an upload is never in memory as a whole. Offsets and lengths in bytes. */
export interface FileBytes {
  readonly size: number;
  /** Bytes from an offset; fewer at the end of the file. */
  read(from: number, length: number): Promise<Buffer>;
  write(at: number, bytes: Uint8Array): Promise<void>;
  /** Fills with one byte. */
  fill(from: number, length: number, byte: number): Promise<void>;
  /** Truncates the file at an offset. */
  cut(size: number): Promise<void>;
  /** Whether the file was written, filled or truncated. */
  readonly isChanged: boolean;
}

const pieceBytes = 64 * 1024;

/** An open file as `FileBytes`. */
export async function fileBytes(handle: FileHandle): Promise<FileBytes> {
  let { size } = await handle.stat();
  let isChanged = false;
  return {
    get size() {
      return size;
    },
    get isChanged() {
      return isChanged;
    },
    async read(from, length) {
      if (from < 0 || length <= 0 || from >= size) return Buffer.alloc(0);
      const buffer = Buffer.alloc(Math.min(length, size - from));
      let got = 0;
      while (got < buffer.length) {
        const { bytesRead } = await handle.read(buffer, got, buffer.length - got, from + got);
        if (bytesRead === 0) break;
        got += bytesRead;
      }
      return buffer.subarray(0, got);
    },
    async write(at, bytes) {
      isChanged = true;
      await handle.write(bytes, 0, bytes.length, at);
    },
    async fill(from, length, byte) {
      isChanged = true;
      const end = Math.min(from + length, size);
      const chunk = Buffer.alloc(Math.min(pieceBytes, Math.max(0, end - from)), byte);
      for (let at = from; at < end; at += chunk.length) {
        await handle.write(chunk, 0, Math.min(chunk.length, end - at), at);
      }
    },
    async cut(newSize) {
      if (newSize >= size) return;
      isChanged = true;
      await handle.truncate(newSize);
      size = newSize;
    },
  };
}

/** The reason for rejecting a file, after its name. */
export interface RefusedFile {
  ok: false;
  message: string;
}

/** Result of an inspection: acceptable, or the reason for rejection. */
export type Inspection =
  | {
      ok: true;
      /** Whether a picture can be rendered with little memory, or off this thread. */
      drawable: boolean;
    }
  | RefusedFile;

export const refused = (message: string): RefusedFile => ({ ok: false, message });

export const damaged = refused(
  'is damaged: it ends early or cannot be read. Save or scan it again, then add it.',
);

/** Reason for rejecting a picture with this many pixels; undefined if acceptable. */
export function problemWithPixels(width: number, height: number, most: number): RefusedFile | undefined {
  if (width === 0 || height === 0) return damaged;
  if (width * height <= most) return undefined;
  return refused(
    `has ${formatNumber(width)} × ${formatNumber(height)} dots, which is more than can be opened safely. Make the picture smaller, then add it.`,
  );
}
