import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import Busboy from '@fastify/busboy';
import type { UploadedBody } from '#contract/endpoint.ts';
import { maxFileBytes, maxFilesPerUpload } from '#rules/documents/file-limits.ts';
import { type ApiError, apiError, isApiError } from '../../kernel/http/api-error.ts';
import { createConcurrencyLimit, type Lane } from './upload-concurrency.ts';
import { createThrottle } from './upload-throttle.ts';

/** Most text fields of a form: those of the largest assessment, and some. */
const maxFields = 20_000;
const maxTextBytes = 1024 * 1024;
/** If a form has too much text, each further field is truncated to this length: more than any field accepts. */
const cutTextCharacters = 10_000;
/** Beyond this size no file of a form is accepted. */
const maxFormBytes = (maxFilesPerUpload + 2) * maxFileBytes + maxTextBytes;
/**
 * Oversized or malformed forms are still read, for their texts and so that the sender receives the response; from this multiple of their
 * limit on they are answered unread.
 */
const readShare = 1.2;

/** One incoming file of a form. */
export interface IncomingFile {
  /** Name of the form's field. */
  field: string;
  /** The browser's file name; untrusted. */
  fileName: string;
  stream: Readable;
  /** The sender's id: files are inspected in turn. */
  senderId: string;
}

type Parser = InstanceType<typeof Busboy>;

export type TextField = { name: string; value: string };

const brokenOff = () =>
  apiError('request.malformed', {
    detail: 'The upload was interrupted, so nothing was saved. Add the files again.',
  });

const tooManyFiles = (maxFiles: number) =>
  apiError('request.tooLarge', {
    detail: `This is more than can be uploaded at once. Add at most ${maxFiles} files of 10 MB each${maxFiles > maxFilesPerUpload ? ', 120 MB in all' : ''}.`,
  });

const tooManyBytes = () =>
  apiError('request.tooLarge', {
    detail:
      'This is more than can be uploaded at once: the files are larger than 120 MB in total. Make them smaller, 10 MB each at most, or send some first and the rest after.',
  });

/** @param fields texts of the form, to redisplay */
const tooMuchMessage = (fields: TextField[]) =>
  apiError('request.tooLarge', {
    current: { fields },
    detail:
      'The text in this form is longer than 1 MB, so nothing was saved. Shorten it, then send the form again.',
  });

/**
 * Each form being read takes up to a megabyte of buffers on the way to the disk, so only a few are read at a time, which is as fast as
 * all at once. A sender below 1 MB/s yields to waiting ones.
 */
const lanes = createConcurrencyLimit({
  lanes: 8,
  lanesPerSender: 2,
  lanesPerAddress: 6,
  maxWaiting: 2000,
  maxWaitingPerSender: 200,
  slowBytes: 1024 * 1024,
  lookEveryMs: 1000,
});

/**
 * Writing uploads to the disk competes with page requests for the processor. Each sender's largest file passes at once, whatever others
 * send; beyond that, all share the rate.
 */
const pace = createThrottle({
  bytesPerSecond: 6 * 1024 * 1024,
  senderBytesPerSecond: 1024 * 1024,
  burstBytes: 10 * 1024 * 1024,
  nowMs: () => performance.now(),
  pause: (ms) => pause(ms),
});

function parserFor(contentType: string, maxFiles: number) {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw apiError('request.malformed', { detail: 'Send files as multipart/form-data.' });
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: maxFiles + 1,
        fields: maxFields,
        fieldSize: maxTextBytes,
        fieldNameSize: 200,
        headerPairs: 20,
      },
      // A part is a file if it has a name of one, whatever type it claims.
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    });
  } catch {
    throw apiError('request.malformed', {
      detail: 'The form cannot be read. Load the page again and resend it.',
    });
  }
}

/** A form as it was read. */
export interface ReadForm<T> {
  /** The text fields in order. */
  fields: TextField[];
  /** Results of `onFile` in order; empty if all files are rejected together. */
  files: T[];
  /** Reason for rejecting all files of a form that was read to its end, with the files received up to the counted limit. */
  together: { refusal: ApiError; files: { field: string; fileName: string }[] } | undefined;
}

/** Collects a form's texts during parsing. */
function collectTexts(parser: Parser): { fields: TextField[]; problem: () => ApiError | undefined } {
  const fields: TextField[] = [];
  let textBytes = 0;
  let cutBytes = 0;
  let problem: ApiError | undefined;
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    const isTooMuch = nameTruncated || valueTruncated || textBytes > maxTextBytes;
    if (isTooMuch) {
      problem ??= tooMuchMessage(fields);
      cutBytes += Math.min(Buffer.byteLength(value), cutTextCharacters);
    }
    if (cutBytes > maxTextBytes) return;
    fields.push({ name, value: isTooMuch ? value.slice(0, cutTextCharacters) : value });
  });
  parser.on('fieldsLimit', () => {
    problem ??= tooMuchMessage(fields);
  });
  return { fields, problem: () => problem };
}

/** A form's files during parsing. */
interface IncomingFiles<T> {
  /** Results of `onFile` for each accepted file. */
  files: Promise<T>[];
  /** Streams of the accepted files. */
  streams: Readable[];
  /** All received files, accepted or not. */
  came: { field: string; fileName: string }[];
  /** Reason for rejecting all files; no further file is accepted. */
  problem: ApiError | undefined;
}

function collectFiles<T>(
  parser: Parser,
  onFile: (file: IncomingFile) => Promise<T>,
  { refusal, maxFiles, senderId }: { refusal: ApiError | undefined; maxFiles: number; senderId: string },
): IncomingFiles<T> {
  const incoming: IncomingFiles<T> = { files: [], streams: [], came: [], problem: refusal };
  parser.on('filesLimit', () => {
    incoming.problem ??= tooManyFiles(maxFiles);
  });
  parser.on('file', (field, file, fileName) => {
    // A stream without a listener for errors would end the process with the request.
    file.on('error', () => undefined);
    if (fileName !== '') incoming.came.push({ field, fileName });
    if (fileName === '' || incoming.problem !== undefined || incoming.files.length >= maxFiles) {
      if (fileName !== '' && incoming.files.length >= maxFiles) incoming.problem ??= tooManyFiles(maxFiles);
      file.resume();
      return;
    }
    incoming.streams.push(file);
    const work = onFile({ field, fileName, stream: file, senderId });
    work.catch(() => undefined);
    incoming.files.push(work);
  });
  return incoming;
}

/**
 * Reads a form with files as a stream. `onFile` receives each file's stream and must read it to its end; it is called for the next file
 * while earlier ones are still processed. File fields without a file are skipped.
 * @param options.refusal if set, accepts no files and reads only the texts.
 * @param options.maxFiles rejects all files if there are more.
 * @param options.maxBytes rejects all files if the form is larger; reading stops at 1.2 times this size.
 * @throws an API error if the form is aborted, malformed, truncated or has too much text; files read by then are passed to `discard`, as
 * they are when all are rejected.
 */
export async function readMultipart<T>(
  { sender, contentType, stream }: UploadedBody,
  onFile: (file: IncomingFile) => Promise<T>,
  discard: (done: T[]) => Promise<void>,
  {
    refusal,
    maxFiles = maxFilesPerUpload,
    maxBytes = maxFormBytes,
  }: { refusal?: ApiError | undefined; maxFiles?: number; maxBytes?: number } = {},
): Promise<ReadForm<T>> {
  const parser = parserFor(contentType, maxFiles);
  if (stream === null) throw brokenOff();
  const lane = await lanes.enter(sender);
  const texts = collectTexts(parser);
  const incoming = collectFiles(parser, onFile, { refusal, maxFiles, senderId: sender.id });
  const { fields } = texts;
  const isTooMuch = () => {
    incoming.problem ??= tooManyBytes();
  };
  try {
    await feed(Readable.fromWeb(stream as WebStream), parser, lane, {
      files: incoming.files,
      isTooMuch,
      senderId: sender.id,
      maxBytes,
    });
    lane.leave();
    const done = await Promise.all(incoming.files);
    const textProblem = texts.problem();
    if (textProblem !== undefined) throw textProblem;
    const { problem, came } = incoming;
    if (problem === undefined) return { fields, files: done, together: undefined };
    await discard(done);
    return { fields, files: [], together: { refusal: problem, files: came } };
  } catch (error) {
    // The parser leaves the file open in which the form was aborted.
    for (const stream of incoming.streams) stream.destroy(new Error('The form was interrupted.'));
    const settled = await Promise.allSettled(incoming.files);
    await discard(settled.flatMap((item) => (item.status === 'fulfilled' ? [item.value] : [])));
    const fault = settled.find((item) => item.status === 'rejected' && isOurs(item.reason));
    if (fault?.status === 'rejected') throw fault.reason;
    throw isApiError(error) ? error : brokenOff();
  } finally {
    lane.leave();
  }
}

/**
 * Feeds a form to the parser in chunks, each after the previous one was written. After an error the rest is read and
 * discarded, so that the response arrives: a disconnected sender would not receive it.
 * @throws the error.
 */
async function feed(
  source: Readable,
  parser: Parser,
  lane: Lane,
  form: { files: readonly Promise<unknown>[]; isTooMuch: () => void; senderId: string; maxBytes: number },
): Promise<void> {
  let fault: Error | undefined;
  let total = 0;
  let watched = 0;
  let onError: (() => void) | undefined;
  const fail = (error: unknown) => {
    fault ??= error instanceof Error ? error : new Error(String(error));
    onError?.();
  };
  const ended = new Promise<void>((done) => {
    onError = done;
    parser.once('finish', done);
  });
  parser.on('error', fail);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > readShare * form.maxBytes) throw tooManyBytes();
    await lane.pass(chunk.length);
    await pace.take(form.senderId, chunk.length);
    if (total > form.maxBytes) form.isTooMuch();
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

/** A fault of the server, such as a full disk, not of the sender. */
function isOurs(reason: unknown): boolean {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : '';
  return ['ENOSPC', 'EDQUOT', 'EIO', 'EACCES', 'EROFS', 'EMFILE', 'ENFILE'].includes(code);
}
