import { createReadStream } from 'node:fs';
import { listFault } from './list-fault.ts';
import { type ListFile, longestField } from './reading.ts';

/**
 * A file's text, piece by piece; memory holds one piece. A byte order mark is taken off.
 *
 * @throws ListFault for bytes that are not UTF-8, with the line they stand on.
 */
export async function* textPieces(file: ListFile): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  for await (const chunk of createReadStream(file.path, { highWaterMark: 256 * 1024 })) {
    let text: string;
    try {
      text = decoder.decode(chunk as Buffer, { stream: true });
    } catch {
      throw listFault(file.name, lines, 'The text is not UTF-8 from here on. Save the file as UTF-8.');
    }
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
    if (text !== '') yield text;
  }
  try {
    decoder.decode();
  } catch {
    throw listFault(file.name, lines, 'The file ends in the middle of a letter: it is cut off.');
  }
}

/** Text as it is kept: composed, single spaces, no control or direction characters, none at the ends. */
export function tidy(text: string): string {
  return text
    .slice(0, longestField)
    .normalize('NFC')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
}
