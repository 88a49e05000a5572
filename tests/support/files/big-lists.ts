import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';

const headings =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change';

/** Random letters as words; the same for every entry. */
const filling = Array.from({ length: 190 }, () => randomBytes(5).toString('hex')).join(' ');

/** An entry of OpenSanctions' simple export, two kilobytes long, of a fictional person. */
const entry = (index: number) =>
  `ZZ-${index},Person,Zzyqx Vrithop${index} Kwenlak,,1961,nz,${filling},,Invented,,,,Invented list,2026-01-01T00:00:00,2026-01-01T00:00:00,2026-01-01T00:00:00\n`;

/** A list of slightly more than the given bytes, row by row in chunks of about a megabyte, with `end` as its last lines. */
function* bigList(bytes: number, end = ''): Generator<Buffer, number, undefined> {
  let made = 0;
  let rows = 0;
  for (let piece = `${headings}\n`; made < bytes; piece = '') {
    while (piece.length < 1_000_000 && made + piece.length < bytes) {
      piece += entry(rows);
      rows += 1;
    }
    const buffer = Buffer.from(piece);
    made += buffer.length;
    yield buffer;
  }
  if (end !== '') yield Buffer.from(end);
  return rows;
}

/** Writes such a list to a file. @returns its number of entries */
export async function writeBigList(path: string, bytes: number, end = ''): Promise<number> {
  const file = createWriteStream(path);
  const pieces = bigList(bytes, end);
  for (;;) {
    const { value, done } = pieces.next();
    if (done) {
      file.end();
      await once(file, 'close');
      return value;
    }
    if (!file.write(value)) await once(file, 'drain');
  }
}

/** Sends a list as a form with one file, generated while sending. @returns the status and body of the response */
export async function sendBigList(
  url: string,
  session: Record<string, string>,
  bytes: number,
): Promise<{ status: number; text: string }> {
  const boundary = `----form${randomBytes(12).toString('hex')}`;
  const post = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      ...session,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answered = once(post, 'response') as Promise<[IncomingMessage]>;
  post.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\nContent-Type: text/csv\r\n\r\n`,
  );
  for (const piece of bigList(bytes)) {
    if (!post.write(piece)) await Promise.race([once(post, 'drain'), answered]);
  }
  post.end(`\r\n--${boundary}--\r\n`);
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}

/** Resident memory of a process during some work, in bytes: at the start, and its peak. */
export async function memoryDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; before: number; most: number }> {
  const resident = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  };
  const before = await resident();
  let most = before;
  const watching = setInterval(() => {
    void resident().then((now) => {
      most = Math.max(most, now);
    });
  }, 50);
  try {
    return { result: await work(), before, most };
  } finally {
    clearInterval(watching);
  }
}
