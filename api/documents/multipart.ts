import { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import type { UploadedBody } from '#contract/endpoint.ts';
import { largestFileBytes, mostFilesAtOnce } from '#rules/documents/file-limits.ts';
import { isRefusal, type Refusal, refuse } from '../http/problems.ts';
import { createLanes, type Lane } from './lanes.ts';
import { createPace } from './pace.ts';

/** Most text fields of a form: those of the largest assessment, and some. */
const mostFields = 20_000;
const mostTextBytes = 1024 * 1024;
/** Beyond this no file is kept. */
const mostBytes = (mostFilesAtOnce + 2) * largestFileBytes + mostTextBytes;
/** What is too much or broken is still read to its end, for its texts and so that an answer arrives; beyond this it is cut. */
const mostReadBytes = 10 * mostBytes;

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

/**
 * Every form that is read takes up to a megabyte for its pieces on the way to the disk, all together: so few are read at a time, which is
 * as fast as all at once. A sender below 1 MB a second makes room for those who wait.
 */
const lanes = createLanes({ lanes: 4, mostWaiting: 400, slowBytes: 1024 * 1024, lookEveryMs: 1000 });

/**
 * What a megabyte costs from the socket to the disk would otherwise be taken from the pages that people open meanwhile. One person's
 * largest file goes through at once; many at a time share what comes after it.
 */
const pace = createPace({
  bytesPerSecond: 6 * 1024 * 1024,
  burstBytes: 10 * 1024 * 1024,
  nowMs: () => performance.now(),
});

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

/** A form as it was read. */
export interface ReadForm<T> {
  /** The text fields in order. */
  fields: TextField[];
  /** What `onFile` gave for each file, in order; none where the files are refused together. */
  files: T[];
  /** Why no file was kept although the form could be read to its end, and the files that came, as far as they were counted. */
  together: { refusal: Refusal; files: { field: string; fileName: string }[] } | undefined;
}

/**
 * Reads a form with files as it comes in. `onFile` gets each file's stream and must read it to its end; it is called for the next file
 * while earlier ones are still being worked on. A file field without a file is passed over.
 *
 * @param refusal given, no file is taken and the texts are all that is read.
 * @throws a refusal when the form breaks off, cannot be read or has no end; files that were read by then are given to `discard`, as they are
 * where they are refused together.
 */
export async function readMultipart<T>(
  { contentType, stream }: UploadedBody,
  onFile: (file: IncomingFile) => Promise<T>,
  discard: (done: T[]) => Promise<void>,
  refusal?: Refusal,
): Promise<ReadForm<T>> {
  const parser = parserFor(contentType);
  if (stream === null) throw brokenOff();
  const lane = await lanes.enter();
  const fields: TextField[] = [];
  const files: Promise<T>[] = [];
  const streams: Readable[] = [];
  const came: { field: string; fileName: string }[] = [];
  let textBytes = 0;
  let problem = refusal;
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
    if (fileName !== '') came.push({ field, fileName });
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
  const isTooMuch = () => {
    problem ??= tooMuch();
  };
  try {
    await feed(Readable.fromWeb(stream as never), parser, lane, { files, isTooMuch });
    lane.leave();
    const done = await Promise.all(files);
    if (problem === undefined) return { fields, files: done, together: undefined };
    await discard(done);
    return { fields, files: [], together: { refusal: problem, files: came } };
  } catch (error) {
    // The parser leaves the file open in which the form broke off.
    for (const one of streams) one.destroy(new Error('The form broke off.'));
    const settled = await Promise.allSettled(files);
    await discard(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    const fault = settled.find((one) => one.status === 'rejected' && isOurs(one.reason));
    if (fault?.status === 'rejected') throw fault.reason;
    throw isRefusal(error) ? error : brokenOff();
  } finally {
    lane.leave();
  }
}

/**
 * Gives a form to the parser piece by piece, each once the one before is on its way to the disk. When something has gone wrong the rest is
 * read and thrown away, so that the answer arrives: whoever is cut off while sending sees none.
 *
 * @throws what went wrong.
 */
async function feed(
  source: Readable,
  parser: InstanceType<typeof Busboy>,
  lane: Lane,
  form: { files: readonly Promise<unknown>[]; isTooMuch: () => void },
): Promise<void> {
  let fault: Error | undefined;
  let total = 0;
  let watched = 0;
  let onFault: (() => void) | undefined;
  const fail = (error: unknown) => {
    fault ??= error instanceof Error ? error : new Error(String(error));
    onFault?.();
  };
  const ended = new Promise<void>((done) => {
    onFault = done;
    parser.once('finish', done);
  });
  parser.on('error', fail);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > mostReadBytes) throw tooMuch();
    await lane.pass(chunk.length);
    await pace.take(chunk.length);
    if (total > mostBytes) form.isTooMuch();
    if (fault !== undefined) continue;
    const wantsMore = parser.write(chunk);
    for (; watched < form.files.length; watched += 1) form.files[watched]?.catch(fail);
    if (!wantsMore && fault === undefined) {
      await Promise.race([new Promise((done) => parser.once('drain', done)), ended]);
    }
  }
  if (fault === undefined) {
    parser.end();
    await ended;
  }
  if (fault !== undefined) throw fault;
}

/** A fault of this machine's own, such as a full disk: not the sender's doing. */
function isOurs(reason: unknown): boolean {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : '';
  return ['ENOSPC', 'EDQUOT', 'EIO', 'EACCES', 'EROFS', 'EMFILE', 'ENFILE'].includes(code);
}
