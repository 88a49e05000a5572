import { open } from 'node:fs/promises';
import type { ListFile } from './reading.ts';

/** Bytes that a file is told by. */
const headBytes = 64 * 1024;

/** The beginning of a file as bytes. */
export async function headBytesOf(file: ListFile): Promise<Buffer> {
  const handle = await open(file.path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The beginning of a file as text, without a byte order mark; broken letters are replaced. */
export async function headOf(file: ListFile): Promise<string> {
  return new TextDecoder().decode(await headBytesOf(file));
}
