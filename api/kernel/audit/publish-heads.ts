import { createHmac } from 'node:crypto';
import { mkdir, open, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { type PublishedBatch, toPublished } from './batch.ts';
import { readBatchesAfter } from './batch-store.ts';
import { claimDelivery, saveDelivery } from './delivery-store.ts';
import { readPublishedHeads } from './verify-batches.ts';
import type { PublishedHeads } from './verify-deps.ts';

/** Where signed batches are written outside the database. */
export interface HeadsReceivers {
  /** Folder of the file to which they are appended. */
  folder: string;
  /** HTTP service that receives them, and the secret that authenticates them to it. */
  receiver?: { url: string; secret: string };
  /** Bucket that receives them as new objects; none is ever overwritten or deleted. */
  bucket?: { put(key: string, bytes: Uint8Array): Promise<void> };
}

/** Path of the file with all signed batches, one line of JSON each. */
export const headsFileIn = (folder: string): string => join(folder, 'audit-heads.jsonl');

/** The batches in the file of a folder, to compare with, or why there are none. A line that is being written is left out. */
export async function readHeadsFile(
  folder: string | undefined,
): Promise<{ published?: PublishedHeads; problem: 'noFile' | 'unreadable' | null }> {
  if (folder === undefined) return { problem: 'noFile' };
  try {
    const text = await readFile(headsFileIn(folder), 'utf8');
    return { published: readPublishedHeads(text.slice(0, text.lastIndexOf('\n') + 1)), problem: null };
  } catch (error) {
    return { problem: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'noFile' : 'unreadable' };
  }
}

const batchesPerRead = 500;

const toLines = (batches: readonly PublishedBatch[]) =>
  batches.map((batch) => `${JSON.stringify(batch)}\n`).join('');

const readAfter = async (db: Kysely<Schema>, number: number, limit: number) =>
  (await asJobs(db, (trx) => readBatchesAfter(trx, number, limit))).map(toPublished);

/** Number of the last whole line of the file, and its length in bytes up to there; an unfinished line is left out. */
async function readEnd(file: string): Promise<{ number: number; length: number; isTorn: boolean }> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const length = bytes.lastIndexOf(0x0a) + 1;
  const last = bytes.subarray(0, length).toString().trimEnd().split('\n').at(-1);
  const number = last ? (JSON.parse(last) as PublishedBatch).number : 0;
  return { number, length, isTorn: length < bytes.length };
}

/** Appends the batches that the file lacks, and waits until they are on the disk. Two processes may add the same lines, which is harmless. */
async function appendToFile(db: Kysely<Schema>, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = headsFileIn(folder);
  const end = await readEnd(file);
  // A process that ended while it wrote.
  if (end.isTorn) await truncate(file, end.length);
  let written = 0;
  for (let after = end.number; ; ) {
    const batches = await readAfter(db, after, batchesPerRead);
    const last = batches.at(-1);
    if (last === undefined) return written;
    const handle = await open(file, 'a', 0o600);
    try {
      await handle.appendFile(toLines(batches));
      await handle.sync();
    } finally {
      await handle.close();
    }
    written += batches.length;
    after = last.number;
  }
}

/** Names of the receivers in the table of deliveries. */
const deliveryNames = { receiver: 'audit-heads', bucket: 'audit-heads-bucket' } as const;
const batchesPerDelivery = 100;
const deliveryTimeoutMs = 10_000;

/** Header that authenticates a delivery: `t=<unix seconds>,v1=<HMAC-SHA256 in hex over "t.body">`. */
export function deliverySignature(body: string, secret: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

async function post(
  { url, secret }: NonNullable<HeadsReceivers['receiver']>,
  body: string,
  now: Date,
): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'Content-Type': 'application/x-ndjson',
        'X-Assay-Signature': deliverySignature(body, secret, now),
      },
      body,
      signal: AbortSignal.timeout(deliveryTimeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'no answer';
  }
}

/** Sends batches; returns why it failed, or null. */
type Send = (batches: readonly PublishedBatch[]) => Promise<string | null>;

const padded = (number: number) => String(number).padStart(10, '0');

/**
 * Writes batches as an object of their own, named by their numbers, so that the names are in order. After a failure an object can repeat
 * batches of another.
 */
async function putInBucket(
  { put }: NonNullable<HeadsReceivers['bucket']>,
  batches: readonly PublishedBatch[],
): Promise<string | null> {
  const [first, last] = [batches[0], batches.at(-1)];
  if (first === undefined || last === undefined) return null;
  const key = `audit-heads/${padded(first.number)}-${padded(last.number)}.jsonl`;
  try {
    await put(key, Buffer.from(toLines(batches)));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : 'not written';
  }
}

/** Sends unconfirmed batches, in order. A failed delivery is retried at the next run, without a limit. */
async function deliver(
  db: Kysely<Schema>,
  deliveryName: string,
  send: Send,
  now: () => Date,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await asJobs(db, (trx) => claimDelivery(trx, deliveryName, now()));
    if (claimed === undefined) return sent;
    const batches = await readAfter(db, claimed.lastNumber, batchesPerDelivery);
    const last = batches.at(-1);
    const error = last === undefined ? null : await send(batches);
    await asJobs(db, (trx) =>
      saveDelivery(trx, deliveryName, {
        now: now(),
        attempts: error === null ? 0 : claimed.attempts + 1,
        lastNumber: error === null ? (last?.number ?? claimed.lastNumber) : claimed.lastNumber,
        error,
      }),
    );
    if (error !== null || last === undefined) return sent;
    sent += batches.length;
  }
}

/** Writes signed batches to the file, the receiver and the bucket. Safe to run concurrently and again. */
export async function publishHeads(
  db: Kysely<Schema>,
  { receivers, now }: { receivers: HeadsReceivers; now: () => Date },
): Promise<{ written: number; sent: number; stored: number }> {
  const { folder, receiver, bucket } = receivers;
  const written = await appendToFile(db, folder);
  const sent = receiver
    ? await deliver(db, deliveryNames.receiver, (batches) => post(receiver, toLines(batches), now()), now)
    : 0;
  const stored = bucket
    ? await deliver(db, deliveryNames.bucket, (batches) => putInBucket(bucket, batches), now)
    : 0;
  return { written, sent, stored };
}
