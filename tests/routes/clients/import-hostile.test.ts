import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { writeWorkbook } from '#app/routes/clients/import/template.server.ts';
import { maxRowsPerChunk } from '#contract/clients/client-import.ts';
import { valueIn } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { readPage } from './page.ts';

const { app, browser } = await openSignedInApp('owner@demo.test');

const url = '/clients/import';
const megabyte = 1024 * 1024;

/** Uploads a file, and says which calls of the API that takes. */
async function upload(content: Uint8Array<ArrayBuffer> | string, name = 'clients.csv') {
  const form = new FormData();
  form.set('requestKey', valueIn((await readPage(await browser.get(url))).html, 'requestKey'));
  form.set('file', new File([content], name));
  const before = app.apiRequests.length;
  const page = await readPage(await browser.post(url, {}, { body: form }));
  return { page, calls: app.apiRequests.slice(before).map(({ path }) => path) };
}

/** Stored imports that could go on, and stored rows. */
async function countStored() {
  const { rows } = await app.database.asSuperuser(
    `SELECT (SELECT count(*)::integer FROM assay.client_imports WHERE status <> 'discarded') AS imports,
       (SELECT count(*)::integer FROM assay.client_import_rows) AS rows`,
  );
  return rows[0];
}

/** Bytes of a linear congruential generator: the same for a seed. */
function seeded(seed: number, length: number, start: readonly number[] = []): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = start[at] ?? state >>> 24;
  }
  return bytes;
}

async function zipOf(parts: Record<string, string>) {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream));
}

const rows = (count: number, row = 'Hostile,Row\n') => `Surname,First name\n${row.repeat(count)}`;

const hostile: [string, () => Promise<Uint8Array<ArrayBuffer> | string>][] = [
  ['random bytes', async () => seeded(1, megabyte)],
  ['5 MB of random bytes', async () => seeded(2, 5 * megabyte)],
  ['random bytes after the start of a workbook', async () => seeded(3, megabyte, [0x50, 0x4b, 3, 4])],
  ['random bytes after the mark of UTF-16', async () => seeded(4, megabyte, [0xff, 0xfe])],
  ['random bytes after the start of gzip', async () => seeded(5, megabyte, [0x1f, 0x8b, 8])],
  ['half a workbook', async () => (await writeWorkbook([['Surname'], ['A']])).slice(0, 900)],
  ['an archive that is no workbook', () => zipOf({ 'a.txt': 'x', 'b/c.xml': '<y/>' })],
  ['a quotation that opens after 4,000 rows', async () => `${rows(4000)}"A,B\n${'C,D\n'.repeat(200)}`],
  ['a lost letter after 4,000 rows', async () => `${rows(4000)}\ufffd,B\n`],
  ['half a letter at the end', async () => Buffer.from(`\ufeff${rows(1000)}A,ā`).subarray(0, -1) as never],
  ['too many rows', async () => rows(5001)],
];

describe('a hostile file', () => {
  it.each(hostile)('is refused with a sentence, and leaves nothing: %s', async (_what, content) => {
    const stored = await countStored();
    const { page } = await upload(await content());
    expect([400, 413, 422]).toContain(page.status);
    expect(page.part('import-file-error')).toMatch(/[A-Z].{10,}\.$/);
    expect(await countStored()).toEqual(stored);
  });
});

describe('the calls for a file', () => {
  const shapes: [string, (length: number) => string][] = [
    ['short rows', (length) => rows(Math.floor(length / 1100), `${'x'.repeat(1090)},Row\n`)],
    [
      'rows of 100 columns',
      (length) => {
        const cells = (text: string) =>
          `${Array.from({ length: 100 }, (_, at) => `${text}${at}`).join(',')}\n`;
        return cells('H') + cells('x'.repeat(20)).repeat(Math.floor(length / 2300));
      },
    ],
    [
      'quoted rows of several lines',
      (length) => rows(Math.floor(length / 1100), `"${'a""\n'.repeat(272)}",B\n`),
    ],
    ['one endless cell', (length) => `Surname\n"${'x'.repeat(length)}"\n`],
    ['quotation marks', (length) => `Surname\n${'"'.repeat(length)}`],
  ];
  it.each(shapes)('grow no faster than it does: %s', async (_what, content) => {
    const small = await upload(content(megabyte - 2000));
    const large = await upload(content(5 * megabyte - 10_000));
    expect(large.page.status).toBe(small.page.status);
    const add = (calls: string[]) => calls.filter((path) => path.endsWith('/rows')).length;
    expect(add(large.calls)).toBeLessThanOrEqual(5.5 * Math.max(1, add(small.calls)));
    expect(add(large.calls)).toBeLessThanOrEqual(5000 / maxRowsPerChunk + (5 * megabyte) / 300_000 + 2);
  });
});
