import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { untilClosed } from './staging.ts';

/** Storage of documents. */
export type FileStorageEnv =
  | { kind: 'local'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      endpoint?: string;
      accessKeyId: string;
      secretAccessKey: string;
      /** The bucket's own encryption beside Assay's; default: as the bucket is configured. */
      serverSide?: { encryption: 'AES256' | 'aws:kms'; kmsKeyId?: string | undefined } | undefined;
    };

/** Content to store: its size in bytes, and a stream of it, opened again for each attempt. */
export interface StoredBytes {
  size: number;
  open: () => Readable;
}

/** Storage of documents' content. Keys are `<company id>/<document id>/<part>`. */
export interface FileStorage {
  /** Writes a local file under a key; when this resolves it survives the end of the process. */
  put(key: string, path: string, contentType: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Writes content under a key, replacing any that is there in one step: a reader sees the former or the new. */
  write(key: string, content: StoredBytes, contentType: string): Promise<void>;
  /** Fails if the key has no content: immediately or, on a local disk, when it is read. */
  read(key: string): Promise<Readable>;
  /** Succeeds if the key is already absent. */
  remove(key: string): Promise<void>;
  /** Every key, page by page. */
  pages(): AsyncIterable<string[]>;
}

async function getDriver(env: FileStorageEnv) {
  if (env.kind === 'local') {
    return new FSDriver({ location: pathToFileURL(`${resolve(env.folder)}/`), visibility: 'private' });
  }
  const [{ S3Driver }, { PutObjectCommand }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const { serverSide } = env;
  type PutInput = ConstructorParameters<typeof PutObjectCommand>[0];
  class Driver extends S3Driver {
    protected override createPutObjectCommand(_: never, input: PutInput) {
      if (serverSide === undefined) return new PutObjectCommand(input);
      const { encryption: ServerSideEncryption, kmsKeyId: SSEKMSKeyId } = serverSide;
      return new PutObjectCommand({
        ...input,
        ServerSideEncryption,
        ...(SSEKMSKeyId ? { SSEKMSKeyId } : {}),
      });
    }
  }
  return new Driver({
    bucket: env.bucket,
    region: env.region,
    credentials: { accessKeyId: env.accessKeyId, secretAccessKey: env.secretAccessKey },
    ...(env.endpoint === undefined ? {} : { endpoint: env.endpoint, forcePathStyle: true }),
    // Access is governed by the bucket's policy; buckets with ACLs disabled reject requests that set one.
    supportsACL: false,
    visibility: 'private',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Flushes a file and its entry in each parent folder to disk, so that it survives a power failure. */
async function sync(folder: string, key: string): Promise<void> {
  for (let path = join(folder, key); path.length >= folder.length; path = dirname(path)) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** Bytes read from a local file at a time: a frame of an encrypted one. */
const readBytes = 256 * 1024 + 16;

/** Ending of a file that is being written; one that a stopped process left behind is deleted by the sweep. */
const unfinished = '.unfinished';

/** Writes a file beside its final name and then renames it, so that no reader ever sees a part of it. */
async function writeLocally(folder: string, key: string, content: Readable): Promise<void> {
  const path = join(folder, key);
  const draft = `${path}.${randomUUID()}${unfinished}`;
  await mkdir(dirname(path), { recursive: true });
  const target = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
  try {
    await pipeline(content, target);
    await rename(draft, path);
  } catch (error) {
    await untilClosed(target);
    await rm(draft, { force: true });
    throw error;
  }
  await sync(folder, key);
}

/** Waits before a write that failed for the moment is tried again. */
const waitsMs = [200, 1000];

/** Whether the failure of a bucket or its connection is transient: status 5xx or 429, or no response. */
function isPassing(error: unknown): boolean {
  const { cause } = error as { cause?: { $metadata?: { httpStatusCode?: number }; code?: string } };
  const status = cause?.$metadata?.httpStatusCode;
  if (status !== undefined) return status >= 500 || status === 429;
  return ['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE'].includes(cause?.code ?? '');
}

/** Retries writes that the client library cannot: it does not resend a stream that it has started. */
async function patiently(write: () => Promise<void>): Promise<void> {
  for (const waitMs of waitsMs) {
    try {
      return await write();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await pause(waitMs);
    }
  }
  return write();
}

/** Opens the file storage configured in the environment: a folder, or an S3-compatible bucket. */
export async function openFileStorage(env: FileStorageEnv): Promise<FileStorage> {
  const disk = new Disk(await getDriver(env));
  const write: FileStorage['write'] = async (key, { size, open: openContent }, contentType) => {
    if (env.kind === 'local') await writeLocally(resolve(env.folder), key, openContent());
    else await patiently(() => disk.putStream(key, openContent(), { contentType, contentLength: size }));
  };
  return {
    async put(key, path, contentType) {
      const { size } = await stat(path);
      await write(key, { size, open: () => createReadStream(path) }, contentType);
    },
    putBytes: (key, bytes, contentType) =>
      write(key, { size: bytes.length, open: () => Readable.from([bytes]) }, contentType),
    write,
    read: (key) =>
      env.kind === 'local'
        ? Promise.resolve(createReadStream(join(resolve(env.folder), key), { highWaterMark: readBytes }))
        : disk.getStream(key),
    remove: (key) => disk.delete(key),
    async *pages() {
      for (let paginationToken: string | undefined; ; ) {
        const page = await disk.listAll('', {
          recursive: true,
          ...(paginationToken ? { paginationToken } : {}),
        });
        yield [...page.objects].flatMap((object) => (object.isFile ? [object.key] : []));
        paginationToken = page.paginationToken;
        if (!paginationToken) return;
      }
    },
  };
}
