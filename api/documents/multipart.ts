import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Busboy from '@fastify/busboy';
import type { UploadedBody } from '#contract/endpoint.ts';
import { largestFileBytes, mostFilesAtOnce } from '#rules/documents/file-limits.ts';
import { refuse } from '../http/problems.ts';

/** Most text fields of a form: those of the largest assessment, and some. */
const mostFields = 20_000;
const mostTextBytes = 1024 * 1024;
/** Beyond this nothing is read any more, not even to be thrown away. */
const mostBytes = (mostFilesAtOnce + 2) * largestFileBytes + mostTextBytes;

/** One file of a form as it comes in. */
export interface IncomingFile {
  /** Name of the form's field. */
  field: string;
  /** What the browser says it is called; may be anything. */
  fileName: string;
  stream: Readable;
}

export type TextField = { name: string; value: string };

const brokenOff = () =>
  refuse('request.malformed', {
    detail: 'The upload broke off before its end, so nothing of it was kept. Add the files again.',
  });

const tooMuch = () =>
  refuse('request.tooLarge', {
    detail: `This is more than can be sent at once. Add at most ${mostFilesAtOnce} files of 10 MB each.`,
  });

/** Ends a stream that brings more than can be meant. */
function limited(): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      done(total > mostBytes ? tooMuch() : null, chunk);
    },
  });
}

function parserFor(contentType: string) {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw refuse('request.malformed', { detail: 'Send files as multipart/form-data.' });
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: mostFilesAtOnce + 1,
        fields: mostFields,
        fieldSize: mostTextBytes,
        fieldNameSize: 200,
        headerPairs: 20,
      },
      // A part is a file if it has a name of one, whatever type it claims.
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    });
  } catch {
    throw refuse('request.malformed', {
      detail: 'The form cannot be read. Load the page again and resend it.',
    });
  }
}

/**
 * Reads a form with files as it comes in. `onFile` gets each file's stream and must read it to its end; it is called for the next file
 * while earlier ones are still being worked on. A file field without a file is passed over.
 *
 * @returns the text fields in order, and what `onFile` gave for each file, in order.
 * @throws a refusal when the form breaks off, cannot be read or is too large; files that were read by then are given to `discard`.
 */
export async function readMultipart<T>(
  { contentType, stream }: UploadedBody,
  onFile: (file: IncomingFile) => Promise<T>,
  discard: (done: T[]) => Promise<void>,
): Promise<{ fields: TextField[]; files: T[] }> {
  const parser = parserFor(contentType);
  if (stream === null) throw brokenOff();
  const fields: TextField[] = [];
  const files: Promise<T>[] = [];
  const streams: Readable[] = [];
  let textBytes = 0;
  let problem: Error | undefined;
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (nameTruncated || valueTruncated || textBytes > mostTextBytes) problem ??= tooMuch();
    else fields.push({ name, value });
  });
  for (const limit of ['fieldsLimit', 'filesLimit'] as const) {
    parser.on(limit, () => {
      problem ??= tooMuch();
    });
  }
  parser.on('file', (field, file, fileName) => {
    // A stream without a listener for errors would end the process with the request.
    file.on('error', () => undefined);
    if (fileName === '' || problem !== undefined || files.length >= mostFilesAtOnce) {
      if (fileName !== '' && files.length >= mostFilesAtOnce) problem ??= tooMuch();
      file.resume();
      return;
    }
    streams.push(file);
    const work = onFile({ field, fileName, stream: file });
    work.catch(() => undefined);
    files.push(work);
  });
  try {
    await pipeline(Readable.fromWeb(stream as never), limited(), parser);
    if (problem !== undefined) throw problem;
    return { fields, files: await Promise.all(files) };
  } catch (error) {
    // The parser leaves the file open in which the form broke off.
    for (const one of streams) one.destroy(new Error('The form broke off.'));
    const settled = await Promise.allSettled(files);
    await discard(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    if (error instanceof Error && 'code' in error && error.code === 'request.tooLarge') throw error;
    if (settled.some((one) => one.status === 'rejected' && isOurs(one.reason))) throw error;
    throw brokenOff();
  }
}

/** A fault of this machine's own, such as a full disk: not the sender's doing. */
function isOurs(reason: unknown): boolean {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : '';
  return ['ENOSPC', 'EDQUOT', 'EIO', 'EACCES', 'EROFS', 'EMFILE', 'ENFILE'].includes(code);
}
