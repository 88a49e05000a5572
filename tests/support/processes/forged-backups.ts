import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';

/** An entry of a backup, which a test may change in any way. */
export interface ForgedEntry {
  name: string;
  content: Buffer;
  /** Other fields of its header: its type, a link's target, an extended header. */
  header?: Partial<Omit<Header, 'name' | 'size'>>;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
export const jsonBytes = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** The entries of an unencrypted backup. */
export async function readEntries(file: string): Promise<ForgedEntry[]> {
  const from = extract();
  Readable.from([gunzipSync(await readFile(file))]).pipe(from as unknown as Writable);
  const entries: ForgedEntry[] = [];
  for await (const entry of from) {
    entries.push({ name: entry.header.name, content: await buffer(entry as unknown as Readable) });
  }
  return entries;
}

/** A tar of entries, as another program could write it. */
export async function packEntries(entries: readonly ForgedEntry[]): Promise<Buffer> {
  const to = pack();
  const written = buffer(to as unknown as Readable);
  for (const { name, content, header } of entries) {
    const fields = { name, size: content.length, mode: 0o600, mtime: new Date(0), ...header };
    await new Promise<void>((done, fail) => {
      to.entry(fields, content, (error) => (error ? fail(error) : done()));
    });
  }
  to.finalize();
  return written;
}

export async function writeEntries(file: string, entries: readonly ForgedEntry[]): Promise<void> {
  await writeFile(file, gzipSync(await packEntries(entries), { level: 1 }));
}

const lastEntries = ['manifest.json', 'manifest.signature.json'];
const isListed = ({ name }: ForgedEntry) => !lastEntries.includes(name);

/** The JSON of an entry. */
export function parseContent<T>(entries: readonly ForgedEntry[], name: string): T {
  const entry = entries.find((found) => found.name === name);
  if (entry === undefined) throw new Error(`There is no entry ${name}.`);
  return JSON.parse(entry.content.toString()) as T;
}

/** Replaces the content of an entry. */
export const withContent = (entries: readonly ForgedEntry[], name: string, content: Buffer): ForgedEntry[] =>
  entries.map((entry) => (entry.name === name ? { ...entry, content } : entry));

/** Inserts entries behind the last file, before the manifest. */
export function withAdded(entries: readonly ForgedEntry[], ...added: ForgedEntry[]): ForgedEntry[] {
  const at = entries.findIndex(({ name }) => name === 'manifest.json');
  return [...entries.slice(0, at), ...added, ...entries.slice(at)];
}

export const withoutSignature = (entries: readonly ForgedEntry[]): ForgedEntry[] =>
  entries.filter(({ name }) => name !== 'manifest.signature.json');

interface Manifest {
  id: string;
  rows: Record<string, number>;
  files: number;
  sequences: unknown;
  destroyed: unknown;
}

/** Rows by table and files, as the entries have them. */
function countContents(entries: readonly ForgedEntry[]) {
  const rows: Record<string, number> = {};
  for (const { name, content } of entries) {
    const [folder, table = ''] = name.split('/');
    if (folder === 'rows') rows[table] = (rows[table] ?? 0) + JSON.parse(content.toString()).length;
  }
  return { rows, files: entries.filter(({ name }) => name.startsWith('files/')).length };
}

/** The manifest that Assay would write for these entries: every digest and count recomputed. */
export function withManifest(entries: readonly ForgedEntry[]): ForgedEntry[] {
  const manifest = parseContent<Manifest>(entries, 'manifest.json');
  const listed = entries.filter(isListed);
  const lines = listed.map(({ name, content }) => `${sha256(content)}  ${name}\n`);
  const { rows, files } = countContents(listed);
  const recomputed = {
    ...manifest,
    id: parseContent<{ id: string }>(entries, 'backup.json').id,
    entries: {
      count: listed.length,
      bytes: listed.reduce((sum, { content }) => sum + content.length, 0),
      sha256: sha256(Buffer.from(lines.join(''))),
    },
    rows: { ...manifest.rows, ...rows },
    files,
  };
  return withContent(entries, 'manifest.json', jsonBytes(recomputed));
}

/** Sets the digest that the signature states to that of the manifest; the signature itself stays. */
export function withDigestOfManifest(entries: readonly ForgedEntry[]): ForgedEntry[] {
  const signature = parseContent<object>(entries, 'manifest.signature.json');
  const manifest = entries.find(({ name }) => name === 'manifest.json');
  const manifestSha256 = sha256(manifest?.content ?? Buffer.alloc(0));
  return withContent(entries, 'manifest.signature.json', jsonBytes({ ...signature, manifestSha256 }));
}

/** The backup as the version before signatures wrote it: each entry listed, nothing signed. */
export function toFormerFormat(entries: readonly ForgedEntry[]): ForgedEntry[] {
  const header = parseContent<object>(entries, 'backup.json');
  const former = withContent(entries, 'backup.json', jsonBytes({ ...header, format: 1 })).filter(isListed);
  const { id, rows, sequences, files, destroyed } = parseContent<Manifest>(entries, 'manifest.json');
  const list = former.map(({ name, content }) => ({ name, size: content.length, sha256: sha256(content) }));
  const manifest = { id, entries: list, rows, sequences, files, destroyed };
  return [...former, { name: 'manifest.json', content: jsonBytes(manifest) }];
}

/** Changes the size in the header of an entry of a tar, and the checksum with it. */
export function withStatedSize(tar: Buffer, name: string, size: number): Buffer {
  const changed = Buffer.from(tar);
  const at = changed.indexOf(`${name}\0`, 0, 'latin1');
  const header = changed.subarray(at, at + 512);
  // As sizes of more than 8 GiB are written: 12 bytes, the first bit set.
  header.fill(0, 124, 136);
  header.writeUInt8(0x80, 124);
  header.writeBigUInt64BE(BigInt(size), 128);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return changed;
}
