import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FileStorageEnv } from '#api/records/documents/storage.ts';

interface StoredObject {
  bytes: Buffer;
  contentType: string;
  /** The requested server-side encryption and its key. */
  encryption: [algorithm: string | undefined, keyId: string | undefined];
  /** The CRC-32 sent with the bytes, which the bucket does not compare. */
  checksum: string | undefined;
}

export interface S3Service {
  /** The API's settings for it; another secret makes every request wrongly signed. */
  env(secret?: string): FileStorageEnv;
  objects: Map<string, StoredObject>;
  /** Requests so far, as `PUT file`, `GET ?list-type=2`. */
  requests: string[];
  /** Returns 503 for a number of the next requests. */
  failNext(times: number): void;
  close(): Promise<void>;
}

const bucket = 'assay-documents';
const region = 'ap-southeast-2';
const accessKeyId = 'AKIATESTOFASSAY00000';
const secretAccessKey = 'secret-of-the-tests-own-bucket';
/** Few, so that a handful of objects is listed in several pages. */
const objectsPerPage = 2;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Whether a request has the signature of its bytes and headers. Source: AWS Signature Version 4, authenticating requests by the
 * Authorization header.
 */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  const [, credential = '', signedHeaders = '', signature = ''] = given ?? [];
  const [key, day = '', ...scope] = credential.split('/');
  if (key !== accessKeyId || scope.join('/') !== `${region}/s3/aws4_request`) return false;
  const contentHash = String(request.headers['x-amz-content-sha256']);
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== sha256(body)) return false;
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const path = url.pathname.split('/').map(decodeURIComponent).map(encoded).join('/');
  const canonical = [
    request.method,
    path,
    query,
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    contentHash,
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    [day, ...scope].join('/'),
    sha256(canonical),
  ];
  const signing = [day, ...scope].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return timingSafeEqual(hmac(signing, text.join('\n')), Buffer.from(signature, 'hex'));
}

function respondWithError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

/** A bucket in memory behind the part of S3's HTTP protocol that document storage needs; it checks each signature. */
export async function startS3Service(): Promise<S3Service> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  let failures = 0;

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = Buffer.from(url.searchParams.get('continuation-token') ?? '', 'base64').toString();
    const keys = [...objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
    const page = keys.slice(0, objectsPerPage);
    const isTruncated = keys.length > page.length;
    const token = Buffer.from(page.at(-1) ?? '').toString('base64');
    const contents = page.map((key) => {
      const size = objects.get(key)?.bytes.length;
      return `<Contents><Key>${escaped(key)}</Key><Size>${size}</Size><ETag>"x"</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`;
    });
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
    );
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://bucket.test');
    const [, inBucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    requests.push(`${request.method} ${key === '' ? '?list-type=2' : key.split('/').at(-1)}`);
    if (failures > 0) {
      failures -= 1;
      return respondWithError(response, 503, 'SlowDown');
    }
    if (!isSigned(request, url, body)) return respondWithError(response, 403, 'SignatureDoesNotMatch');
    if (inBucket !== bucket) return respondWithError(response, 404, 'NoSuchBucket');
    if (key === '' && request.method === 'GET') return list(url, response);
    if (request.method === 'PUT') {
      if (body.length !== Number(request.headers['content-length']))
        return respondWithError(response, 400, 'IncompleteBody');
      const header = (name: string) =>
        request.headers[`x-amz-server-side-encryption${name}`] as string | undefined;
      objects.set(key, {
        bytes: body,
        contentType: String(request.headers['content-type']),
        encryption: [header(''), header('-aws-kms-key-id')],
        checksum: request.headers['x-amz-checksum-crc32'] as string | undefined,
      });
      response.writeHead(200, { ETag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
      return;
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const found = objects.get(key);
    if (found === undefined) return respondWithError(response, 404, 'NoSuchKey');
    const headers = { 'Content-Type': found.contentType, 'Content-Length': found.bytes.length, ETag: '"x"' };
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : found.bytes);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: (secret = secretAccessKey) => ({
      kind: 's3',
      bucket,
      region,
      endpoint,
      accessKeyId,
      secretAccessKey: secret,
    }),
    objects,
    requests,
    failNext(times) {
      failures = times;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
