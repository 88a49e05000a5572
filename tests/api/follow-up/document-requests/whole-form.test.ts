import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DocumentRequest,
  readDocumentRequest,
  sendDocumentRequest,
} from '#contract/document-requests/document-requests.ts';
import {
  receiveRequestForm,
  submitRequestDetails,
} from '#contract/document-requests/public-document-request.ts';
import { maxFilesOfManyItems } from '#rules/documents/file-limits.ts';
import { openTestApi, type TestApi, type TestCompany } from '#tests/support/api/api.ts';
import { dayFromNow, getLink, getRecipient, sentRequest } from '#tests/support/api/document-requests.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormFile, formWith, samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';

const notAPicture = Buffer.from('PK\x03\x04 not a picture');

describe.each(testEngines)('the whole form of a document request on %s', (engine) => {
  let test: TestApi;
  let a: TestCompany;

  beforeAll(async () => {
    test = await openTestApi(engine);
    a = test.companies.a;
  });
  afterAll(() => test.close());

  /** A started request: passport, details and an optional bank statement. */
  async function started() {
    const request = await sentRequest(test, a.owner);
    const recipient = getRecipient(test, await getLink(test, request.id));
    (await recipient.start()).response;
    const [passport = '', details = '', statement = ''] = request.items.map(({ id }) => id);
    const send = (files: [item: string, name: string, bytes: Uint8Array][], texts = {}) => {
      const parts: FormFile[] = files.map(([item, name, bytes]) => ({ field: `${item}.file`, name, bytes }));
      return test.request(
        receiveRequestForm,
        { body: formWith(parts, texts) as never },
        { as: recipient.as },
      );
    };
    return { request, recipient, passport, details, statement, send };
  }

  const read = async ({ id }: DocumentRequest) =>
    (await test.request(readDocumentRequest, { params: { id } }, { as: a.owner })).response;

  /** Files of a request's items as stored in the database. */
  const countSaved = async ({ items }: DocumentRequest) => {
    const { rows } = await test.database.asSuperuser(
      'SELECT id FROM assay.documents WHERE owner_id = ANY($1) AND purged_at IS NULL',
      [items.map(({ id }) => id)],
    );
    return rows.length;
  };

  it('stores the valid parts of every item, names the others and preserves input', async () => {
    const { request, passport, details, statement, send } = await started();
    const { response } = await send(
      [
        [passport, 'passport.png', await samplePicture('png')],
        [statement, 'statement.jpg', notAPicture],
        [statement, 'statement.pdf', samplePdf()],
        [details, 'surprise.png', await samplePicture('png')],
      ],
      { [`${details}.name`]: 'Hinemoa Exampleton', intent: 'submit' },
    );
    expect(response.items).toEqual([
      { itemId: passport, kept: 1, known: 0, refused: [] },
      {
        itemId: statement,
        kept: 1,
        known: 0,
        refused: [expect.stringMatching(/^statement\.jpg is a ZIP archive/)],
      },
    ]);
    expect(response.fields).toEqual([
      { name: `${details}.name`, value: 'Hinemoa Exampleton' },
      { name: 'intent', value: 'submit' },
    ]);
    expect(response.request.items.map(({ status }) => status)).toEqual(['given', 'requested', 'given']);
    expect(response.request.status).toBe('partlySubmitted');
    expect(JSON.stringify(response.request)).not.toContain('passport.png');
    const shown = await read(request);
    expect(shown.items.map(({ documents }) => documents.map(({ fileName }) => fileName))).toEqual([
      ['passport.png'],
      [],
      ['statement.pdf'],
    ]);
    expect(shown.history.filter(({ action }) => action === 'documentRequest.filesGiven')).toHaveLength(2);
    expect(await countSaved(request)).toBe(2);
  });

  it('stores as many files of an item as fit, and names the others', async () => {
    const { passport, statement, send } = await started();
    const pages = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name): [string, string, Uint8Array] => [
      passport,
      `${name}.pdf`,
      samplePdf([`(${name})`]),
    ]);
    const { response } = await send([...pages, [statement, 's.pdf', samplePdf(['(s)'])]]);
    expect(response.items.map(({ kept }) => kept)).toEqual([5, 1]);
    expect(response.items[0]?.refused).toEqual([
      expect.stringMatching(/^f\.pdf was not saved: each item takes at most 5/),
      expect.stringMatching(/^g\.pdf was not saved: each item takes at most 5/),
    ]);
  });

  it('changes nothing when sent twice, concurrently or in sequence', async () => {
    const { request, recipient, passport, details, send } = await started();
    const files: Parameters<typeof send>[0] = [[passport, 'p.png', await samplePicture('png')]];
    const both = await Promise.all([send(files), send(files)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ response }) => response.items[0]?.kept).sort()).toEqual([0, 1]);
    const told = { name: 'Hinemoa Exampleton', dateOfBirth: '1984-02-29' };
    (await recipient.tell(details, told)).response;
    expect((await recipient.submit()).response.status).toBe('submitted');

    // A second click arrives after everything is submitted: an identical form is a repeat.
    const again = await send(files);
    expect(again.response.items).toEqual([{ itemId: passport, kept: 0, known: 1, refused: [] }]);
    expect((await recipient.tell(details, told)).response.status).toBe('submitted');
    expect((await recipient.submit()).response.status).toBe('submitted');
    // Another tab with different content is rejected as too late, and nothing of it is stored.
    const other = await send([[passport, 'other.pdf', samplePdf()]]);
    expect(other.response.items[0]).toMatchObject({
      kept: 0,
      refused: [expect.stringMatching(/^other\.pdf was not saved: this request has already been submitted/)],
    });
    const changed = await recipient.tell(details, { ...told, name: 'Someone Else' });
    expect(changed.status).toBe(422);
    expect(await countSaved(request)).toBe(1);
    expect((await read(request)).items[1]?.details).toEqual(told);
    expect(
      (await read(request)).history.filter(({ action }) => action === 'documentRequest.filesGiven'),
    ).toHaveLength(1);
  });

  it('preserves input where files exceed the limit of a form or the rate limit', async () => {
    const { request, passport, details, send } = await started();
    const many = Array.from({ length: maxFilesOfManyItems + 1 }, (_, n): [string, string, Uint8Array] => [
      passport,
      `${n}.pdf`,
      samplePdf([`(${n})`]),
    ]);
    const texts = { [`${details}.name`]: 'Hinemoa Exampleton' };
    const tooMany = await send(many, texts);
    expect(tooMany.response.items[0]?.refused[0]).toMatch(
      /were not saved\. This is more than can be uploaded at once/,
    );
    expect(tooMany.response.fields).toEqual([{ name: `${details}.name`, value: 'Hinemoa Exampleton' }]);
    for (let n = 0; n < 60; n += 1) await send([]);
    const tooOften = await send([[passport, 'p.pdf', samplePdf()]], texts);
    expect(tooOften.response.items[0]?.refused[0]).toMatch(
      /^p\.pdf was not saved\. Too many files were uploaded/,
    );
    expect(tooOften.response.fields).toHaveLength(1);
    expect(await countSaved(request)).toBe(0);
  });

  it('rejects a form whose text as a whole is too long, naming the text', async () => {
    const { request, passport, details, send } = await started();
    const refused = await send([[passport, 'p.pdf', samplePdf()]], {
      [`${details}.name`]: 'x'.repeat(1024 * 1024 + 1),
    });
    expect(refused.status).toBe(413);
    expect(refused.problem.detail).toBe(
      'The text in this form is longer than 1 MB, so nothing was saved. Shorten it, then send the form again.',
    );
    expect(await countSaved(request)).toBe(0);
  });

  it('rejects everything before Start, and everything by a replaced link', async () => {
    const request = await sentRequest(test, a.owner);
    const recipient = getRecipient(test, await getLink(test, request.id));
    const [passport] = request.items;
    const body = () =>
      formWith([{ field: `${passport?.id}.file`, name: 'p.pdf', bytes: samplePdf() }]) as never;
    const early = await test.request(receiveRequestForm, { body: body() }, { as: recipient.as });
    expect(early.problem).toMatchObject({ status: 422, fields: { '': ['Press Start first.'] } });
    (await recipient.start()).response;
    const { version } = await read(request);
    await test.request(
      sendDocumentRequest,
      { params: { id: request.id }, body: { version, dueOn: dayFromNow(test, 9) } },
      { as: a.owner },
    );
    const late = await test.request(receiveRequestForm, { body: body() }, { as: recipient.as });
    expect(late.problem.code).toBe('record.notFound');
    const params = { itemId: request.items[1]?.id ?? '' };
    const told = await test.request(
      submitRequestDetails,
      { params, body: { name: 'X' } },
      { as: recipient.as },
    );
    expect(told.problem.code).toBe('record.notFound');
    expect(await countSaved(request)).toBe(0);
  });
});
