import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { docsPage } from './docs-page.ts';

/** Compression, as in `Content-Encoding`. */
export type Packing = 'br' | 'gzip' | 'identity';

/** A prepared public document. */
export interface SavedDocument {
  contentType: string;
  /** For a page. */
  contentSecurityPolicy?: string;
  /** Changes with the content. */
  digest: string;
  bytes: Record<Packing, Uint8Array>;
}

export interface SavedDocs {
  openApi: SavedDocument;
  page: SavedDocument;
}

const getDigest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

async function savedDocument(
  text: string,
  head: Pick<SavedDocument, 'contentType' | 'contentSecurityPolicy'>,
): Promise<SavedDocument> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  return { ...head, digest: getDigest(text), bytes: { br, gzip: gz, identity } };
}

/** Creates the OpenAPI document of endpoints, and its page. */
export async function makeDocs(endpoints: readonly Endpoint[]): Promise<SavedDocs> {
  const document = openApiDocument(endpoints);
  const { html, contentSecurityPolicy } = docsPage(document);
  const [openApi, page] = await Promise.all([
    savedDocument(JSON.stringify(document), { contentType: 'application/json' }),
    savedDocument(html, { contentType: 'text/html; charset=utf-8', contentSecurityPolicy }),
  ]);
  return { openApi, page };
}

/** In the bundle's folder, where the build puts them; absent next to the sources. */
const docsFolder = fileURLToPath(new URL('./api-docs', import.meta.url));

const parts = ['openApi', 'page'] as const;
const packings = ['br', 'gzip', 'identity'] as const;

/** Build step: saves the documents for `savedDocs`, because creating them blocks the process for a moment. */
export async function writeDocs(docs: SavedDocs, folder = docsFolder): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const part of parts) {
    const { bytes, ...head } = docs[part];
    for (const packing of packings) await writeFile(join(folder, `${part}.${packing}`), bytes[packing]);
    await writeFile(join(folder, `${part}.json`), JSON.stringify(head));
  }
}

async function readSavedDocs(folder: string, part: (typeof parts)[number]): Promise<SavedDocument> {
  const head = JSON.parse(await readFile(join(folder, `${part}.json`), 'utf8')) as Omit<
    SavedDocument,
    'bytes'
  >;
  const [br, gz, identity] = await Promise.all(
    packings.map((packing) => readFile(join(folder, `${part}.${packing}`))),
  );
  if (!br || !gz || !identity) throw new Error(`The build left ${part} incomplete.`);
  return { ...head, bytes: { br, gzip: gz, identity } };
}

/** The documents of the build; created if there was no build, or it does not match the contract. */
export async function savedDocs(
  endpoints: readonly Endpoint[],
  { isContract, folder = docsFolder }: { isContract: boolean; folder?: string },
): Promise<SavedDocs> {
  if (!isContract || !existsSync(join(folder, 'page.json'))) return makeDocs(endpoints);
  const [openApi, page] = await Promise.all([
    readSavedDocs(folder, 'openApi'),
    readSavedDocs(folder, 'page'),
  ]);
  return { openApi, page };
}
