import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isEncrypted } from '#api/kernel/keys/encrypted-stream.ts';
import { markerKey } from '#api/records/documents/storage-marker.ts';
import type { StoredDocument } from '#contract/documents/documents.ts';
import { largePdf, largePicture, withComment } from '#tests/support/files/sample-files.ts';
import { demoFolder } from './demo-folder.ts';
import { freePort, startServer } from './processes.ts';
import { sessionHeadersIn, signInCookie } from './sign-in-cookie.ts';

export interface UploadRunResult {
  /** Uploads whose page confirmed that the document was added. */
  acknowledged: number;
  /** Number of times that the page requested a retry, and the upload was sent again. */
  throttledCount: number;
  /** Every violation, as a message. */
  faults: string[];
  /**
   * The server's resident memory in bytes: before the first upload, after warming up with several consecutive ones, and its peak while the
   * uploads ran.
   */
  memory: { idle: number; warm: number; most: number };
  seconds: number;
  megabytes: number;
}

/** How an upload is sent: at once; interrupted and retried; or twice concurrently with one key. */
type Manner = 'once' | 'cutOff' | 'twice';

interface Upload {
  ownerId: string;
  fileName: string;
  /** One file in chunks, so that many can share the large one. */
  pieces: readonly Buffer[];
  receivedSha256: string;
  manner: Manner;
  requestKey: string;
  cookie: string;
}

interface Answer {
  status: number;
  kind: string;
  text: string;
  retryAfterSeconds: number;
}

const documentsPerClient = 100;
const maxAttempts = 20;

function residentBytes(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

/** The page's message about the upload is passed in a cookie. */
function flashIn(response: IncomingMessage): { kind: string; text: string } {
  const line = response.headers['set-cookie']?.find((cookie) => /^(__Host-)?assay_flash=/.test(cookie)) ?? '';
  const value = decodeURIComponent(/=([^;]*)/.exec(line)?.[1] ?? '').replace(/\.[^.]*$/, '');
  if (value === '') return { kind: 'none', text: '' };
  return JSON.parse(Buffer.from(value, 'base64').toString()) as { kind: string; text: string };
}

/** The form of the documents panel as a browser without script sends it: text fields first, then the file. */
function getForm({ requestKey, fileName, pieces }: Upload): { boundary: string; parts: Buffer[] } {
  const boundary = `----form${randomBytes(12).toString('hex')}`;
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    boundary,
    parts: [
      Buffer.from(`${field('requestKey', requestKey)}${field('type', 'other')}${file}`),
      ...pieces,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ],
  };
}

function openPost(origin: string, upload: Upload, boundary: string, length: number): ClientRequest {
  return request(`${origin}/documents/of/client/${upload.ownerId}`, {
    method: 'POST',
    agent: false,
    headers: {
      origin,
      cookie: upload.cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': length,
    },
  });
}

async function sendOnce(origin: string, upload: Upload): Promise<Answer> {
  const { boundary, parts } = getForm(upload);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const post = openPost(origin, upload, boundary, length);
  const answered = once(post, 'response') as Promise<[IncomingMessage]>;
  for (const part of parts) post.write(part);
  post.end();
  const [response] = await answered;
  response.resume();
  await once(response, 'close');
  const retryAfterSeconds = Number(response.headers['retry-after'] ?? 1);
  return { status: response.statusCode ?? 0, ...flashIn(response), retryAfterSeconds };
}

/** Sends half of an upload and disconnects. */
async function sendHalf(origin: string, upload: Upload): Promise<void> {
  const { boundary, parts } = getForm(upload);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const post = openPost(origin, upload, boundary, length);
  // Disconnecting is an error for the sender.
  post.on('error', () => undefined);
  const closed = new Promise<void>((done) => post.once('close', () => done()));
  const [head, ...rest] = parts;
  const middle = rest[0]?.subarray(0, Math.floor((rest[0]?.length ?? 0) / 2)) ?? Buffer.alloc(0);
  post.write(head ?? Buffer.alloc(0));
  post.write(middle, () => post.destroy());
  await closed;
}

/** Sends an upload in its manner, and retries while the page requests it. @returns the number of retries */
async function send(origin: string, upload: Upload): Promise<{ throttledCount: number; last: Answer }> {
  if (upload.manner === 'cutOff') await sendHalf(origin, upload);
  for (let throttledCount = 0; ; throttledCount += 1) {
    const answers = await Promise.all(
      (upload.manner === 'twice' ? [0, 1] : [0]).map(() => sendOnce(origin, upload)),
    );
    const last = answers.find(({ kind }) => kind !== 'success') ?? (answers[0] as Answer);
    if (last.kind === 'success' || throttledCount >= maxAttempts) return { throttledCount, last };
    if (last.kind !== 'warning' || !last.text.includes('again')) return { throttledCount, last };
    await pause(last.retryAfterSeconds * 1000);
  }
}

const sha256 = (pieces: readonly Uint8Array[]) =>
  pieces.reduce((hash, piece) => hash.update(piece), createHash('sha256')).digest('hex');

/**
 * Starts the built server and sends it `uploads` files at once through the form of a client's page: scans of 10 MB, pictures as phones take them, and small
 * PDFs; some interrupted and retried, some sent twice. `warming` are sent before, one after the other. Then compares every acknowledged one with its row and
 * its file.
 */
export async function uploadRun(uploads: number, { warming = 40 } = {}): Promise<UploadRunResult> {
  const [port, dataDir] = [await freePort(), await demoFolder('uploads')];
  const origin = `http://localhost:${port}`;
  const server = await startServer('all', {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX: '1',
    SANDBOX_SESSION_TTL_SECONDS: '86400',
    LOG_LEVEL: 'error',
  });
  const faults: string[] = [];
  try {
    // The demo's own documents, which are not part of this run.
    const fromDemo = new Set((await savedFiles(dataDir)).keys());
    const loginIds = ['owner@demo.test', 'officer@demo.test', 'staff@demo.test'];
    const cookies = await Promise.all(loginIds.map((loginId) => signInCookie(origin, loginId)));
    const session = sessionHeadersIn(cookies[0] ?? '');
    const api = async (path: string, body?: object) => {
      const response = await fetch(`${origin}/api/v1${path}`, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: { ...session, 'content-type': 'application/json' },
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return response.json() as Promise<unknown>;
    };
    const newClient = async (at: number) => {
      const business = { legalName: `Uploads ${at}`, registrationCountry: 'NZL' };
      const details = { clientType: 'company', confirmations: ['likelyDuplicates'], business };
      return ((await api('/clients', details)) as { id: string }).id;
    };
    const [scan, picture, small] = [largePdf(), await largePicture(), largePdf(200 * 1024)];
    const make = (at: number, ownerId: string, manner: Manner): Upload => {
      const [extension, pieces] =
        at % 5 === 0
          ? (['jpg', withComment(picture, `picture ${at}`)] as const)
          : at % 5 === 1
            ? (['pdf', small(`small ${at}`)] as const)
            : (['pdf', scan(`scan ${at}`)] as const);
      const cookie = cookies[at % cookies.length] ?? '';
      const key = randomBytes(16).toString('hex');
      const fileName = `upload-${at}.${extension}`;
      return {
        ownerId,
        fileName,
        pieces,
        receivedSha256: sha256(pieces),
        manner,
        requestKey: key,
        cookie,
      };
    };

    const readMemory = async () => residentBytes(await readFile(`/proc/${server.child.pid}/status`, 'utf8'));
    const idle = await readMemory();
    // Compiled code and libraries' own memory are allocated once, for two uploads or two thousand.
    const warmOwner = await newClient(-1);
    for (let at = 0; at < warming; at += 1) await send(origin, make(1_000_000 + at, warmOwner, 'once'));
    const memory = { idle, warm: await readMemory(), most: 0 };

    const ownerIds: string[] = [];
    for (let at = 0; at < uploads; at += documentsPerClient) ownerIds.push(await newClient(at));
    const all = Array.from({ length: uploads }, (_, at) =>
      make(
        at,
        ownerIds[Math.floor(at / documentsPerClient)] ?? '',
        at % 10 === 3 ? 'cutOff' : at % 10 === 6 ? 'twice' : 'once',
      ),
    );
    let isDone = false;
    const watch = async () => {
      while (!isDone) {
        memory.most = Math.max(memory.most, await readMemory());
        await pause(50);
      }
    };
    const startedAt = performance.now();
    const watching = watch();
    const outcomes = await Promise.allSettled(all.map((upload) => send(origin, upload)));
    const seconds = (performance.now() - startedAt) / 1000;
    isDone = true;
    await watching;

    const documents = new Map<string, StoredDocument>();
    for (const ownerId of [warmOwner, ...ownerIds]) {
      for (let before: string | null = null; ; ) {
        const page = (await api(`/documents/of/client/${ownerId}${before ? `?before=${before}` : ''}`)) as {
          documents: StoredDocument[];
          nextBefore: string | null;
        };
        for (const document of page.documents) {
          const key = `${document.ownerId} ${document.receivedSha256}`;
          if (documents.has(key)) faults.push(`${document.fileName} is there twice`);
          documents.set(key, document);
        }
        before = page.nextBefore;
        if (before === null) break;
      }
    }
    let acknowledged = 0;
    let throttledCount = 0;
    for (const [at, outcome] of outcomes.entries()) {
      const { fileName, ownerId, receivedSha256 } = all[at] as Upload;
      if (outcome.status === 'rejected') {
        faults.push(`${fileName} had no answer: ${outcome.reason}`);
        continue;
      }
      const { last, throttledCount: waits } = outcome.value;
      throttledCount += waits;
      if (last.kind === 'success') acknowledged += 1;
      else faults.push(`${fileName} was answered ${last.status} ${last.kind}: ${last.text}`);
      if (!documents.has(`${ownerId} ${receivedSha256}`)) faults.push(`${fileName} has no row`);
    }
    const getContent = async (id: string) =>
      sha256([
        Buffer.from(
          await (
            await fetch(`${origin}/api/v1/documents/${id}/download`, { headers: session })
          ).arrayBuffer(),
        ),
      ]);
    faults.push(...(await compareWithDisk(dataDir, [...documents.values()], fromDemo, getContent)));
    const bytes = all.reduce((sum, { pieces }) => sum + pieces.reduce((n, item) => n + item.length, 0), 0);
    return { acknowledged, throttledCount, faults, memory, seconds, megabytes: Math.round(bytes / 1e6) };
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The files in storage by document id and part, with their paths. */
async function savedFiles(dataDir: string): Promise<Map<string, string>> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = new Map<string, string>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const [id, part] = path.split('/').slice(-2);
    files.set(`${id}/${part}`, path);
  }
  return files;
}

/**
 * Files that remain in `incoming/`. That of an interrupted upload is deleted once the end of its connection was noticed, which can be after
 * the retry was answered; what is still there after half a minute has been forgotten.
 */
async function remainingIncoming(dataDir: string): Promise<string[]> {
  const patientUntil = performance.now() + 30_000;
  for (;;) {
    const names = await readdir(join(dataDir, 'incoming')).catch(() => []);
    if (names.length === 0 || performance.now() > patientUntil) return names;
    await pause(100);
  }
}

/** Every row has its file with the right bytes, every file its row, and no upload is pending. */
async function compareWithDisk(
  dataDir: string,
  documents: readonly StoredDocument[],
  fromDemo: ReadonlySet<string>,
  getContent: (id: string) => Promise<string>,
): Promise<string[]> {
  const faults: string[] = [];
  const remaining = await remainingIncoming(dataDir);
  if (remaining.length > 0) faults.push(`${remaining.length} files are left in incoming/`);
  const files = await savedFiles(dataDir);
  const named = new Set(documents.flatMap(({ id }) => [`${id}/file`, `${id}/thumbnail`]));
  for (const { id, fileName, sha256: expected } of documents) {
    const path = files.get(`${id}/file`);
    if (path === undefined) faults.push(`${fileName} has a row and no file`);
    else if ((await getContent(id)) !== expected) faults.push(`${fileName} has other bytes`);
    else if (!isEncrypted(await readFile(path))) faults.push(`${fileName} is stored in clear text`);
  }
  for (const name of files.keys())
    if (!named.has(name) && !fromDemo.has(name) && !name.endsWith(markerKey))
      faults.push(`${name} has a file and no row`);
  return faults;
}
