import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';

export type LineFile = {
  /** Appends one line. @throws the system's error, leaving no part of the line behind */
  append(line: string): void;
  /**
   * Replaces the content atomically, by renaming a new file over this one. @throws the system's error, changing nothing
   */
  replace(lines: readonly string[]): void;
  close(): void;
};

/**
 * Opens a file of lines for appending, creating it if missing. Mode 0600.
 *
 * @param wholeBytes size of its complete lines; anything after them is truncated
 */
export function openLineFile(file: string, wholeBytes: number): LineFile {
  let isClosed = false;
  let descriptor = openSync(file, constants.O_CREAT | constants.O_WRONLY, 0o600);
  let sizeBytes = wholeBytes;
  ftruncateSync(descriptor, sizeBytes);
  return {
    append(text) {
      // The system may have reused the descriptor for another file.
      if (isClosed) throw new Error(`${file} is closed`);
      const line = Buffer.from(`${text}\n`);
      try {
        let done = 0;
        while (done < line.length)
          done += writeSync(descriptor, line, done, line.length - done, sizeBytes + done);
      } catch (error) {
        // A full disk may have written half a line; without this the next line would be appended to it.
        ftruncateSync(descriptor, sizeBytes);
        throw error;
      }
      sizeBytes += line.length;
    },

    replace(lines) {
      const text = lines.map((line) => `${line}\n`).join('');
      const next = writeNextFile(file, text);
      closeSync(descriptor);
      descriptor = next;
      sizeBytes = Buffer.byteLength(text);
    },

    close() {
      if (isClosed) return;
      isClosed = true;
      closeSync(descriptor);
    },
  };
}

/** Writes a new file and renames it over `file`. Returns its descriptor. */
function writeNextFile(file: string, text: string): number {
  const next = openSync(`${file}.next`, 'w', 0o600);
  // Until the rename the old file stays in use, so a failure here loses nothing.
  try {
    writeFileSync(next, text);
    fsyncSync(next);
    renameSync(`${file}.next`, file);
  } catch (error) {
    closeSync(next);
    throw error;
  }
  return next;
}

/** Reads the complete lines of a file; an unterminated last line is ignored. None if the file is missing. */
export function readWholeLines(file: string): { lines: string[]; sizeBytes: number } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { lines: [], sizeBytes: 0 };
    throw error;
  }
  const sizeBytes = bytes.lastIndexOf('\n') + 1;
  const text = bytes.subarray(0, sizeBytes).toString('utf8');
  return { lines: text === '' ? [] : text.slice(0, -1).split('\n'), sizeBytes };
}
