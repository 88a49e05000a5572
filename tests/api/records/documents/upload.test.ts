import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimits } from '#api/kernel/rate-limits/limits.ts';
import { countUpload } from '#api/records/documents/upload-limits.ts';
import {
  type DocumentOwner,
  listDocuments,
  readDocument,
  receiveForm,
  removeDocument,
  uploadDocuments,
} from '#contract/documents/documents.ts';
import { maxDocumentsPerRecord, maxFileBytes } from '#rules/documents/file-limits.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { protectedPdf } from '#tests/support/files/protected-files.ts';
import { formWith, samplePdf, samplePicture, samplePlace } from '#tests/support/files/sample-files.ts';
import { clientOwner, filesOnDisk, sendForm, upload } from './support.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(testEngines)('uploads on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;
  beforeAll(async () => {
    test = await openTestApi(engine);
    a = test.companies.a;
  });
  afterAll(() => test?.close());

  const list = async (owner: Awaited<ReturnType<typeof clientOwner>>) =>
    (await test.request(listDocuments, { params: owner, query: {} }, { as: a.staff })).response.documents;

  const getBytes = async (path: string) => {
    const response = await test.fetch(`/api/v1${path}`, {
      headers: { Authorization: `Bearer ${a.staff.token}` },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  /** Sends a form that is interrupted, an error for the sender alone. */
  async function sendUnreadable({ token }: TestPerson, { ownerType, ownerId }: DocumentOwner) {
    const response = await test.fetch(`/api/v1/documents/of/${ownerType}/${ownerId}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\n',
    });
    return [response.status, ((await response.json()) as { code: string }).code];
  }

  it('stores a PDF unchanged, lists it, and returns it as an attachment', async () => {
    const owner = await clientOwner(test, a.staff);
    const pdf = samplePdf();
    const fields = { type: 'trustDeed', expiresOn: '2030-01-31' };
    const { status, response: answer } = await upload(
      test,
      a.staff,
      owner,
      [{ name: 'Ngā mihi – deed.pdf', bytes: pdf }],
      {
        fields,
      },
    );
    expect(status).toBe(201);
    const [document] = await list(owner);
    expect(answer.documents).toEqual([{ field: 'file', isKnown: false, document }]);
    expect(document).toMatchObject({
      type: 'trustDeed',
      expiresOn: '2030-01-31',
      fileName: 'Ngā mihi – deed.pdf',
      mimeType: 'application/pdf',
      size: pdf.length,
      sha256: sha256(pdf),
      receivedSha256: sha256(pdf),
      hasThumbnail: false,
      uploadedBy: 'staff',
      createdBy: { id: a.staff.id, name: a.staff.name },
      scanStatus: 'notScanned',
    });
    const { response, bytes } = await getBytes(`/documents/${document?.id}/download`);
    expect(bytes.equals(pdf)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': `attachment; filename="Ng__mihi___deed.pdf"; filename*=UTF-8''Ng%C4%81%20mihi%20%E2%80%93%20deed.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await filesOnDisk(test)).waiting).toEqual([]);
  });

  it.each(['rc4-128-plain-packed', 'aes-128-cleartext-packed', 'aes-256-place-packed'])(
    'stores the protected PDF %s unchanged, which opens without a password',
    async (name) => {
      const owner = await clientOwner(test, a.staff);
      const pdf = protectedPdf(name);
      const { status, response: answer } = await upload(test, a.staff, owner, [
        { name: 'Form.pdf', bytes: pdf },
      ]);
      expect(status).toBe(201);
      const document = answer.documents[0]?.document;
      expect(document).toMatchObject({
        fileName: 'Form.pdf',
        mimeType: 'application/pdf',
        size: pdf.length,
        sha256: sha256(pdf),
        receivedSha256: sha256(pdf),
      });
      const { bytes } = await getBytes(`/documents/${document?.id}/download`);
      expect(bytes.equals(pdf)).toBe(true);
    },
  );

  it('rejects a PDF that needs a password or hides a script, with what to do', async () => {
    const owner = await clientOwner(test, a.staff);
    for (const [name, words] of [
      ['aes-256-password', 'Open it with its password, print it or save it as a new PDF without a password'],
      ['rc4-40-password', 'needs a password to open'],
      ['aes-r5-script-packed', 'holds scripts'],
    ] as const) {
      const { status, problem } = await upload(test, a.staff, owner, [
        { name: 'Form.pdf', bytes: protectedPdf(name) },
      ]);
      expect([status, problem.fields?.file?.join(' ')]).toEqual([422, expect.stringContaining(words)]);
    }
    expect(await list(owner)).toEqual([]);
  });

  it.each(['jpeg', 'png'] as const)('strips the location from a %s and nothing else', async (kind) => {
    const owner = await clientOwner(test, a.staff);
    const picture = await samplePicture(kind, { located: true });
    const { response: answer } = await upload(test, a.staff, owner, [
      { name: `photo.${kind}`, bytes: picture },
    ]);
    const document = answer.documents[0]?.document;
    expect(document).toMatchObject({
      receivedSha256: sha256(picture),
      hasThumbnail: true,
      size: picture.length,
    });
    expect(document?.sha256).not.toBe(document?.receivedSha256);

    const { bytes } = await getBytes(`/documents/${document?.id}/download`);
    expect(sha256(bytes)).toBe(document?.sha256);
    expect(bytes.includes(samplePlace.text)).toBe(false);
    expect(bytes.includes('Invented Camera')).toBe(true);

    const small = await getBytes(`/documents/${document?.id}/thumbnail`);
    expect(small.response.headers.get('content-type')).toBe('image/jpeg');
    expect(small.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));

    const shown = await getBytes(`/documents/${document?.id}/preview`);
    expect(shown.response.headers.get('content-disposition')).toMatch(/^inline/);
    expect(shown.response.headers.get('content-security-policy')).toContain("sandbox; default-src 'none'");
  });

  it('neither displays nor renders a PDF', async () => {
    const owner = await clientOwner(test, a.staff);
    const { response } = await upload(test, a.staff, owner, [{ name: 'deed.pdf', bytes: samplePdf() }]);
    expect(response.documents).toHaveLength(1);
    for (const { document } of response.documents) {
      for (const part of ['preview', 'thumbnail']) {
        const refused = await getBytes(`/documents/${document.id}/${part}`);
        const { code } = JSON.parse(refused.bytes.toString()) as { code: string };
        expect([document.fileName, part, code]).toEqual([document.fileName, part, 'record.notFound']);
      }
    }
  });

  it('rejects an unknown type and an invalid day, in a page’s form too, and stores nothing', async () => {
    const owner = await clientOwner(test, a.staff);
    const disk = await filesOnDisk(test);
    const files = [{ name: 'a.pdf', bytes: samplePdf(['(a type)']) }];
    for (const wrong of ['poem', 'other\0']) {
      const fields = { type: wrong, expiresOn: `2030-01-31${wrong}` };
      const { status, problem } = await upload(test, a.staff, owner, files, { fields });
      expect([status, Object.keys(problem.fields ?? {}).sort()]).toEqual([422, ['expiresOn', 'type']]);
      const form = await sendForm(test, a.staff, owner, files, { documentValidTo: `2030-01-31${wrong}` });
      expect([form.status, Object.keys(form.problem.fields ?? {})]).toEqual([422, ['expiresOn']]);
    }
    expect(await list(owner)).toEqual([]);
    expect(await filesOnDisk(test)).toEqual(disk);
  });

  it('recognises a repeated file, as uploaded and as stored', async () => {
    const owner = await clientOwner(test, a.staff);
    const picture = await samplePicture('jpeg', { located: true });
    const first = (await upload(test, a.staff, owner, [{ name: 'one.jpg', bytes: picture }])).response
      .documents[0];
    const kept = await getBytes(`/documents/${first?.document.id}/download`);
    const disk = (await filesOnDisk(test)).kept.length;
    for (const bytes of [picture, kept.bytes]) {
      const again = await upload(test, a.owner, owner, [{ name: 'two.jpg', bytes }]);
      expect(again.response.documents).toEqual([{ field: 'file', isKnown: true, document: first?.document }]);
    }
    expect(await list(owner)).toHaveLength(1);
    expect((await filesOnDisk(test)).kept).toHaveLength(disk);
    // Another record has a document of its own.
    const other = await upload(test, a.staff, await clientOwner(test, a.staff), [
      { name: 'one.jpg', bytes: picture },
    ]);
    expect(other.response.documents[0]?.isKnown).toBe(false);
  });

  it('stores once what is sent twice with one key, also concurrently', async () => {
    const owner = await clientOwner(test, a.staff);
    const files = [{ name: 'a.pdf', bytes: samplePdf(['(one)']) }];
    const requestKey = crypto.randomUUID();
    const before = (await filesOnDisk(test)).kept.length;
    const both = await Promise.all([0, 1].map(() => upload(test, a.staff, owner, files, { requestKey })));
    const third = await upload(test, a.staff, owner, files, { fields: { requestKey } });
    expect(both.map(({ response: answer }) => answer)).toEqual([third.response, third.response]);
    expect(await list(owner)).toHaveLength(1);
    expect((await filesOnDisk(test)).kept).toHaveLength(before + 1);
    const other = await upload(test, a.staff, owner, [{ name: 'b.pdf', bytes: samplePdf(['(two)']) }], {
      requestKey,
    });
    expect(other.problem.code).toBe('idempotencyKey.reused');
    expect((await filesOnDisk(test)).kept).toHaveLength(before + 1);
  });

  it('stores the valid files of several and reports the others; rejects a form without a valid one', async () => {
    const owner = await clientOwner(test, a.staff);
    const good = { name: 'good.pdf', bytes: samplePdf(['(good)']) };
    const bad = { name: 'bad.jpg', bytes: Buffer.from('PK\x03\x04 an archive') };
    const mixed = await upload(test, a.staff, owner, [good, bad]);
    expect(mixed.status).toBe(201);
    expect(mixed.response.documents.map(({ document }) => document.fileName)).toEqual(['good.pdf']);
    expect(mixed.response.refused).toEqual([
      {
        field: 'file',
        fileName: 'bad.jpg',
        message: 'bad.jpg is a ZIP archive or an Office document. Add a PDF, or a JPG, PNG or HEIC picture.',
      },
    ]);
    const refused = await upload(test, a.staff, owner, [bad]);
    expect(refused.status).toBe(422);
    expect(refused.problem.fields?.file?.[0]).toContain('bad.jpg is a ZIP archive');
    const none = await upload(test, a.staff, owner, [{ name: '', bytes: Buffer.alloc(0) }]);
    expect(none.problem.fields).toEqual({ file: ['Select a file to add'] });
    expect(await list(owner)).toHaveLength(1);
  });

  it('applies the size limit to the byte', async () => {
    const owner = await clientOwner(test, a.staff);
    const padded = (size: number) => {
      const start = samplePdf(['(padded)']);
      const end = start.subarray(start.lastIndexOf('xref\n'));
      const body = start.subarray(0, start.lastIndexOf('xref\n'));
      const filling = Buffer.alloc(size - start.length - 2, ' ');
      return Buffer.concat([body, Buffer.from('%'), filling, Buffer.from('\n'), end]);
    };
    const disk = (await filesOnDisk(test)).kept.length;
    const over = await upload(test, a.staff, owner, [{ name: 'over.pdf', bytes: padded(maxFileBytes + 1) }]);
    expect(over.problem.fields?.file).toEqual([
      'over.pdf is larger than 10 MB. Reduce its size, or add it in parts.',
    ]);
    const empty = await upload(test, a.staff, owner, [{ name: 'empty.pdf', bytes: Buffer.alloc(0) }]);
    expect(empty.problem.fields?.file?.[0]).toContain('is empty: it has 0 bytes');
    expect((await filesOnDisk(test)).kept).toHaveLength(disk);
    const exact = await upload(test, a.staff, owner, [{ name: 'exact.pdf', bytes: padded(maxFileBytes) }]);
    expect(exact.response.documents[0]?.document.size).toBe(maxFileBytes);
  });

  it('returns a page’s form with the result of each of its files', async () => {
    const owner = await clientOwner(test, a.staff);
    const { status, response: answer } = await sendForm(
      test,
      a.staff,
      owner,
      [
        { name: 'one.pdf', bytes: samplePdf(['(one)']), field: 'files.source' },
        { name: 'two.txt', bytes: Buffer.from('Hello'), field: 'files.other' },
      ],
      { 'answers.source': 'Tēnā koe\r\nline', intent: 'save' },
    );
    expect(status).toBe(200);
    expect(answer.fields).toEqual([
      { name: 'answers.source', value: 'Tēnā koe\r\nline' },
      { name: 'intent', value: 'save' },
    ]);
    expect(answer.documents.map(({ field }) => field)).toEqual(['files.source']);
    expect(answer.refused.map(({ field }) => field)).toEqual(['files.other']);
  });

  it('returns the texts of a page’s form, those after the files as well, for too many files', async () => {
    const owner = await clientOwner(test, a.staff);
    const form = formWith(
      Array.from({ length: 12 }, (_, at) => ({
        name: `${at}.pdf`,
        bytes: samplePdf([`(${at})`]),
        field: 'files.one',
      })),
      { before: 'the files' },
    );
    form.append('after', 'the files');
    const input = { params: owner, body: form };
    const { response: answer } = await test.request(receiveForm, input as never, { as: a.staff });
    expect(answer.fields).toEqual([
      { name: 'before', value: 'the files' },
      { name: 'after', value: 'the files' },
    ]);
    expect(answer.documents).toEqual([]);
    expect(answer.refused.map(({ field }) => field)).toEqual(['files.one']);
    expect(answer.refused[0]?.message).toContain('Add at most 10 files of 10 MB each.');
    expect(await list(owner)).toEqual([]);
    expect((await filesOnDisk(test)).waiting).toEqual([]);
  });

  it('limits a member’s files, says when to retry, and returns a page’s texts', async () => {
    const owner = await clientOwner(test, a.staff);
    const someone = await test.addMember(a.id);
    for (let used = 0; used < rateLimits['uploads.member'].limit; used += 1) {
      await countUpload({ db: test.database.db, now: test.clock.now }, 'uploads.member', someone.id);
    }
    const files = [{ name: 'late.pdf', bytes: samplePdf(['(late)']) }];
    const refused = await upload(test, someone, owner, files);
    expect([refused.status, refused.problem.code]).toEqual([429, 'rate.limited']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    // It is rejected before it is read.
    expect(await sendUnreadable(someone, owner)).toEqual([429, 'rate.limited']);
    const form = await sendForm(test, someone, owner, files, { typed: 'A long answer' });
    expect(form.response.fields).toEqual([{ name: 'typed', value: 'A long answer' }]);
    expect(form.response.refused[0]?.message).toMatch(
      /^late\.pdf was not saved\. Too many files were uploaded/,
    );
    expect(await list(owner)).toEqual([]);
    await test.clock.advance(rateLimits['uploads.member'].windowSeconds + 1);
    expect((await upload(test, { token: await test.token(someone) }, owner, files)).status).toBe(201);
  });

  it('discards an interrupted upload, and accepts it when sent again', async () => {
    const owner = await clientOwner(test, a.staff);
    const path = `/api/v1/documents/of/client/${owner.ownerId}`;
    const whole = Buffer.from(
      await new Response(formWith([{ name: 'cut.pdf', bytes: samplePdf(['(cut)']) }])).arrayBuffer(),
    );
    const boundary = whole.toString('latin1', 2, whole.indexOf('\r\n'));
    const headers = {
      Authorization: `Bearer ${a.staff.token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    };
    const disk = await filesOnDisk(test);
    for (const share of [0, 0.3, 0.7, 0.99]) {
      const body = whole.subarray(0, Math.floor(whole.length * share));
      const response = await test.fetch(path, { method: 'POST', headers, body });
      expect([share, response.status]).toEqual([share, 400]);
    }
    const torn = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(whole.subarray(0, 300)));
        setTimeout(() => controller.error(new Error('The line was cut')), 20);
      },
    });
    const response = await test.fetch(path, {
      method: 'POST',
      headers,
      body: torn,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { detail: string }).detail).toContain('was interrupted');
    expect(await list(owner)).toEqual([]);
    expect(await filesOnDisk(test)).toEqual(disk);
    expect((await test.fetch(path, { method: 'POST', headers, body: whole })).status).toBe(201);
  });

  it.each([
    ['no form', { 'Content-Type': 'application/json' }, '{}'],
    ['a form without a boundary', { 'Content-Type': 'multipart/form-data' }, 'x'],
    ['a form of another kind', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'type=other'],
    ['a form that names another parameter', { 'Content-Type': 'multipart/form-data; charset=utf-8' }, 'x'],
    ['a body that is no form', { 'Content-Type': 'multipart/form-data; boundary=x' }, 'Hello'],
    ['nothing', { 'Content-Type': 'multipart/form-data; boundary=x' }, ''],
    [
      'headers without end',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      `--x\r\n${'A: b\r\n'.repeat(50_000)}`,
    ],
  ])('returns 400 for %s', async (_, headers, body) => {
    const owner = await clientOwner(test, a.staff);
    const response = await test.fetch(`/api/v1/documents/of/client/${owner.ownerId}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${a.staff.token}`, ...headers },
      body,
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('request.malformed'),
    ]);
  });

  it('rejects more files than one form may have, and endless fields', async () => {
    const owner = await clientOwner(test, a.staff);
    const files = Array.from({ length: 11 }, (_, index) => ({
      name: `${index}.pdf`,
      bytes: samplePdf([`(${index})`]),
    }));
    expect((await upload(test, a.staff, owner, files)).status).toBe(413);
    const wide = await upload(test, a.staff, owner, [], { fields: { note: 'x'.repeat(1024 * 1024 + 1) } });
    expect(wide.status).toBe(413);
    expect(await list(owner)).toEqual([]);
    expect((await filesOnDisk(test)).waiting).toEqual([]);
  });

  it('stores no more documents of one record than the limit', async () => {
    const owner = await clientOwner(test, a.staff);
    const { response: answer } = await upload(test, a.staff, owner, [
      { name: 'first.pdf', bytes: samplePdf() },
    ]);
    await test.database.asSuperuser(
      `INSERT INTO assay.documents
         SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'sha256', lpad(n::text, 64, '0')))).*
           FROM assay.documents d, generate_series(2, $2::int) n WHERE d.id = $1`,
      [answer.documents[0]?.document.id, maxDocumentsPerRecord],
    );
    const more = await upload(test, a.staff, owner, [{ name: 'more.pdf', bytes: samplePdf(['(more)']) }]);
    expect(more.problem.fields?.['']?.[0]).toContain(
      `This record has as many documents as it can, ${maxDocumentsPerRecord}.`,
    );
    expect((await filesOnDisk(test)).waiting).toEqual([]);
  });

  it('cleans names that disguise the type, leave the folder or break headers', async () => {
    const owner = await clientOwner(test, a.staff);
    const names = [
      '../../etc/passwd',
      'invoice\u202Egpj.exe',
      'a"b;c\r\nX: y.pdf',
      'C:\\temp\\x.pdf',
      '....',
      '𝔘'.repeat(200),
    ];
    for (const [index, name] of names.entries()) {
      const { response: answer } = await upload(test, a.staff, owner, [
        { name, bytes: samplePdf([`(${index})`]) },
      ]);
      const document = answer.documents[0]?.document;
      expect(document?.fileName).toMatch(/^[^\\/<>:"|?*\p{Cc}\p{Cf}]+\.pdf$/u);
      const { response } = await getBytes(`/documents/${document?.id}/download`);
      expect(response.status).toBe(200);
    }
  });

  it('deletes the bytes with a reason, retains the row, and records both', async () => {
    const owner = await clientOwner(test, a.staff);
    const { response: answer } = await upload(test, a.staff, owner, [
      { name: 'wrong.png', bytes: await samplePicture('png') },
    ]);
    const document = answer.documents[0]?.document;
    if (document === undefined) throw new Error('It was refused');
    const params = { id: document.id };
    const remove = (body: { version: number; reason: string }) =>
      test.request(removeDocument, { params, body }, { as: a.staff });
    const disk = (await filesOnDisk(test)).kept.length;
    expect((await remove({ version: 1, reason: ' ' })).problem.fields).toEqual({
      reason: ['Enter a reason'],
    });
    expect((await remove({ version: 2, reason: 'x' })).problem.code).toBe('record.versionConflict');
    const removed = await remove({ version: 1, reason: 'Someone else’s passport' });
    expect(removed.response).toMatchObject({
      hasThumbnail: false,
      purgeReason: 'Someone else’s passport',
      version: 2,
    });
    expect((await filesOnDisk(test)).kept).toHaveLength(disk - 2);
    for (const part of ['download', 'preview', 'thumbnail']) {
      expect((await getBytes(`/documents/${document.id}/${part}`)).response.status).toBe(404);
    }
    expect((await remove({ version: 2, reason: 'Again' })).problem.code).toBe('record.versionConflict');
    const read = await test.request(readDocument, { params }, { as: a.auditor });
    expect(read.response.retainedBecause).toBe('This document was removed before.');
    const { rows } = await test.database.asSuperuser(
      `SELECT e.action, d.reason FROM assay.audit_events e JOIN assay.audit_details d ON d.id = e.detail_id
        WHERE e.resource_id = $1 ORDER BY e.seq`,
      [owner.ownerId],
    );
    expect(rows.slice(1)).toEqual([
      { action: 'document.added', reason: null },
      { action: 'document.removed', reason: 'Someone else’s passport' },
    ]);
    // The same file can be uploaded again.
    const again = await upload(test, a.staff, owner, [
      { name: 'wrong.png', bytes: await samplePicture('png') },
    ]);
    expect(again.response.documents[0]?.isKnown).toBe(false);
  });

  it('stores nothing on disk for an unknown record', async () => {
    const disk = await filesOnDisk(test);
    const body = formWith([{ name: 'a.pdf', bytes: samplePdf() }]);
    const nowhere = await test.request(
      uploadDocuments,
      { params: { ownerType: 'client', ownerId: crypto.randomUUID() }, body } as never,
      { as: a.staff },
    );
    expect(nowhere.status).toBe(404);
    const unknown = { ownerType: 'client', ownerId: crypto.randomUUID() } as const;
    expect(await sendUnreadable(a.staff, unknown)).toEqual([404, 'record.notFound']);
    expect(await filesOnDisk(test)).toEqual(disk);
    expect(await readFile('package.json', 'utf8')).toContain('assay');
  });
});
