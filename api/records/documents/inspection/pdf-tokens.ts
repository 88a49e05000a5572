export const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0;
export const isDelimiter = (byte: number) => '()<>[]{}/%'.includes(String.fromCharCode(byte));
export const isReadable = (byte: number) => (byte >= 0x20 && byte < 0x7f) || isSpace(byte);

/** Bytes of one file that may still be read around what is found in it, so that many long or nested values do not take long. */
export interface ByteBudget {
  bytes: number;
}

/** @throws RangeError when the budget is used up */
export function spend(budget: ByteBudget, bytes: number): void {
  budget.bytes -= bytes;
  if (budget.bytes < 0) throw new RangeError('The file has too much to read around what is found in it.');
}

/** Name after a slash: at most 40 characters, `#xx` resolved. */
export function nameAt(bytes: Buffer, slash: number): { name: string; end: number } {
  let name = '';
  let at = slash + 1;
  for (; at < bytes.length && name.length < 40; at += 1) {
    const byte = bytes[at] as number;
    if (isSpace(byte) || isDelimiter(byte)) break;
    const hex =
      byte === 0x23 ? /^[0-9a-f]{2}/i.exec(bytes.toString('latin1', at + 1, at + 3))?.[0] : undefined;
    name += String.fromCharCode(hex === undefined ? byte : Number.parseInt(hex, 16));
    if (hex !== undefined) at += 2;
  }
  return { name, end: at };
}

/** End of the literal string that starts at a bracket; strings nest, and a backslash escapes the next byte. */
export function endOfString(bytes: Buffer, open: number, limit: number): number {
  let depth = 0;
  for (let at = open; at < limit; at += 1) {
    const byte = bytes[at];
    if (byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return limit;
}

export function endOfLine(bytes: Buffer, from: number, limit: number): number {
  let at = from;
  while (at < limit && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  return at;
}

/**
 * Following text, at most 40 characters, with white space and comments collapsed to one space.
 * @throws RangeError when the budget is used up
 */
export function followingText(bytes: Buffer, from: number, budget: ByteBudget): string {
  let text = '';
  let at = from;
  for (; at < bytes.length && text.length < 40; at += 1) {
    const byte = bytes[at] as number;
    const isBlank = isSpace(byte) || byte === 0x25;
    if (byte === 0x25) at = endOfLine(bytes, at, bytes.length);
    if (!isBlank) text += String.fromCharCode(byte);
    else if (!text.endsWith(' ')) text += ' ';
  }
  spend(budget, at - from);
  return text;
}

/** The end of the dictionary that a place is in, read as every reader does: past strings, comments and dictionaries within. */
export function endOfDictionary(bytes: Buffer, from: number, limit: number): number | undefined {
  let depth = 1;
  for (let at = from; at < limit; ) {
    const byte = bytes[at];
    const twice = bytes[at + 1] === byte;
    if (byte === 0x28) at = endOfString(bytes, at, limit);
    else if (byte === 0x25) at = endOfLine(bytes, at, limit);
    else if (byte === 0x3c && twice) {
      depth += 1;
      at += 2;
    } else if (byte === 0x3e && twice) {
      depth -= 1;
      at += 2;
      if (depth === 0) return at;
    } else at += 1;
  }
  return undefined;
}
