import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocumentRequest } from '#contract/document-requests/document-requests.ts';
import { removeFile, uploadRequestFiles } from '#contract/document-requests/public-document-request.ts';
import { clientHeader, openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { getLink, getRecipient, sentRequest } from '#tests/support/api/document-requests.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { protectedPdf } from '#tests/support/files/protected-files.ts';
import {
  formWith,
  pdfObjectStream,
  samplePdf,
  samplePicture,
  samplePlace,
} from '#tests/support/files/sample-files.ts';
import { filesOnDisk } from '../../records/documents/support.ts';

describe.each(testEngines)('uploads by a link on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    test = await openTestApi(engine);
    a = test.companies.a;
  });
  afterAll(() => test.close());

  async function opened() {
    const request = await sentRequest(test, a.owner);
    const recipient = getRecipient(test, await getLink(test, request.id));
    await recipient.start();
    const itemId = request.items[0]?.id ?? '';
    const documents = async () =>
      (await test.request(readDocumentRequest, { params: { id: request.id } }, { as: a.owner })).response
        .items[0]?.documents ?? [];
    return { request, recipient, itemId, documents };
  }

  it('rejects disallowed files, each with its message, and stores nothing of them', async () => {
    const { recipient, itemId, documents } = await opened();
    const disk = await filesOnDisk(test);
    const polyglot = Buffer.concat([Buffer.from('<script>alert(1)</script>\n'), samplePdf()]);
    const bomb = samplePdf([
      pdfObjectStream('<< /S /JavaScript /JS (x) >>', '/Filter /FlateDecode', (data) =>
        deflateSync(Buffer.concat([data, Buffer.alloc(80 * 1024 * 1024)])),
      ),
    ]);
    const bad: [string, Uint8Array, RegExp][] = [
      ['empty.pdf', Buffer.alloc(0), /0 bytes/],
      [
        'large.pdf',
        Buffer.concat([samplePdf(), Buffer.alloc(10 * 1024 * 1024 + 1 - samplePdf().length)]),
        /10 MB/,
      ],
      ['photo.jpg', Buffer.from('PK\x03\x04 a zip'), /ZIP archive/],
      ['polyglot.pdf', polyglot, /not a supported file type/],
      ['script.pdf', samplePdf([], { catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), /./],
      ['bomb.pdf', bomb, /./],
    ];
    for (const [name, bytes, message] of bad) {
      const outcome = await recipient.give(itemId, bytes, name);
      expect([name, outcome.status]).toEqual([name, 422]);
      expect(outcome.problem.fields?.file?.join(' ')).toMatch(message);
    }
    expect(await documents()).toEqual([]);
    expect(await filesOnDisk(test)).toEqual(disk);
  });

  it('stores a protected PDF that opens without a password, byte for byte, and no other', async () => {
    const { recipient, itemId, documents } = await opened();
    const pdf = protectedPdf('aes-128-plain-packed');
    expect((await recipient.give(itemId, pdf, 'statement.pdf')).status).toBe(200);
    for (const [name, words] of [
      ['aes-128-password', 'needs a password to open'],
      ['aes-128-script-packed', 'holds scripts'],
      ['aes-128-embedded-packed', 'embedded files'],
    ] as const) {
      const { status, problem } = await recipient.give(itemId, protectedPdf(name), 'other.pdf');
      expect([status, problem.fields?.file?.join(' ')]).toEqual([422, expect.stringContaining(words)]);
    }
    const kept = await documents();
    expect(kept.map(({ fileName }) => fileName)).toEqual(['statement.pdf']);
    const download = await test.fetch(`/api/v1/documents/${kept[0]?.id}/download`, {
      headers: { Authorization: `Bearer ${a.owner.token}` },
    });
    expect(Buffer.from(await download.arrayBuffer()).equals(pdf)).toBe(true);
  });

  it('discards an interrupted upload, accepts it on retry, and stores a repeat once', async () => {
    const { recipient, itemId, documents } = await opened();
    const disk = await filesOnDisk(test);
    const form = formWith([{ name: 'cut.pdf', bytes: samplePdf(['(cut)']) }]);
    const whole = Buffer.from(await new Response(form).arrayBuffer());
    const boundary = whole.toString('latin1', 2, whole.indexOf('\r\n'));
    const headers = {
      Authorization: `Bearer ${recipient.as.token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    };
    const path = `/api/v1/public-document-request/items/${itemId}/files`;
    const send = (body: Uint8Array) =>
      test.fetch(path, { method: 'POST', headers, body: new Uint8Array(body) });
    for (const share of [0, 0.4, 0.99]) {
      expect([share, (await send(whole.subarray(0, Math.floor(whole.length * share)))).status]).toEqual([
        share,
        400,
      ]);
    }
    expect(await documents()).toEqual([]);
    expect(await filesOnDisk(test)).toEqual(disk);
    const twice = await Promise.all([send(whole), send(whole)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(await documents()).toHaveLength(1);
    expect((await filesOnDisk(test)).kept).toHaveLength(disk.kept.length + 1);
  });

  it('strips a picture’s location, accepts five files and no sixth, and removes a file', async () => {
    const { recipient, itemId, documents } = await opened();
    await recipient.give(itemId, await samplePicture('jpeg', { located: true }), 'located.jpg');
    const [located] = await documents();
    const kept = await test.database.asSuperuser('SELECT storage_key FROM assay.documents WHERE id = $1', [
      located?.id,
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await test.files.files.storage.read(String(kept.rows[0]?.storage_key)))
      chunks.push(chunk);
    expect(Buffer.concat(chunks).includes(samplePlace.text)).toBe(false);
    for (const n of [2, 3, 4, 5]) {
      expect((await recipient.give(itemId, samplePdf([`(${n})`]), `${n}.pdf`)).status).toBe(200);
    }
    const sixth = await recipient.give(itemId, samplePdf(['(6)']), '6.pdf');
    expect(sixth.problem.fields?.file?.[0]).toContain('at most 5 files');
    const remove = { params: { itemId, fileId: located?.id ?? '' }, body: {} };
    expect((await test.request(removeFile, remove, { as: recipient.as })).status).toBe(200);
    expect(await documents()).toHaveLength(4);
    expect((await recipient.give(itemId, samplePdf(['(6)']), '6.pdf')).status).toBe(200);
  });

  it('neither loses nor half-stores any of 200 concurrent uploads', async () => {
    const { recipient, itemId, documents } = await opened();
    const disk = await filesOnDisk(test);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        test.request(
          uploadRequestFiles,
          {
            params: { itemId },
            body: formWith([{ name: `${n}.pdf`, bytes: samplePdf([`(file ${n})`]) }]),
          } as never,
          {
            as: recipient.as,
            headers: { 'X-Assay-Client': clientHeader(`198.51.100.${n}`, test.clock.now()) },
          },
        ),
      ),
    );
    const counts: Record<number, number> = {};
    for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
    // A full item is reported as full; a busy server returns when to retry.
    const { 200: taken, 422: full = 0, 429: busy = 0 } = counts;
    expect([taken, full + busy]).toEqual([5, 195]);
    expect(await documents()).toHaveLength(5);
    const after = await filesOnDisk(test);
    expect(after.kept).toHaveLength(disk.kept.length + 5);
    expect(after.waiting).toEqual(disk.waiting);
  });
});
