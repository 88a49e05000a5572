import { open } from 'node:fs/promises';
import type { ListFile } from './list-file.ts';

/** Bytes used to recognise formats. */
const headBytes = 64 * 1024;

/** First bytes of a file. */
export async function getHeadBytes(file: ListFile): Promise<Buffer> {
  const handle = await open(file.path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** First bytes of a file as text, without a byte order mark; invalid characters are replaced. */
export async function getHead(file: ListFile): Promise<string> {
  return new TextDecoder().decode(await getHeadBytes(file));
}
