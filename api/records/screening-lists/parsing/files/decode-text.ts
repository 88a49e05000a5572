import { createReadStream } from 'node:fs';
import { listError } from './list-error.ts';
import type { ListFile } from './list-file.ts';

/**
 * Streams a file's text in chunks, without a byte order mark.
 *
 * @throws ListError with the line of bytes that are not UTF-8.
 */
export async function* textChunks(file: ListFile): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  for await (const chunk of createReadStream(file.path, { highWaterMark: 256 * 1024 })) {
    let text: string;
    try {
      text = decoder.decode(chunk as Buffer, { stream: true });
    } catch {
      throw listError(file.name, lines, 'The text is not UTF-8 from here on. Save the file as UTF-8.');
    }
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
    if (text !== '') yield text;
  }
  try {
    decoder.decode();
  } catch {
    throw listError(file.name, lines, 'The file ends in the middle of a character: it is truncated.');
  }
}
