import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { formWith, samplePdf } from '#tests/support/files/sample-files.ts';
import { readPage } from './clients/page.ts';

let app: TestApp;
let staff: TestBrowser;
let clientHref: string;
beforeAll(async () => {
  app = await openTestApp();
  staff = app.browser();
  await staff.startSession('staff@demo.test');
  const opened = await readPage(await staff.get('/clients/create?type=individual'));
  const created = await staff.post('/clients/create?type=individual', {
    ...opened.form(),
    'individual.givenNames': 'Aroha',
    'individual.familyName': 'Pukekolane',
  });
  clientHref = created.headers.get('Location') ?? '';
});
afterEach(() => app.respondInsteadOfApi(undefined));
afterAll(() => app?.close());

const missing = '0198c0de-0000-7000-8000-000000000000';

const upload = (browser: TestBrowser, path: string) =>
  browser.get(path, {
    method: 'POST',
    body: formWith([{ name: 'deed.pdf', bytes: samplePdf(['(deed)']), field: 'file' }]),
    headers: { Origin: app.origin },
  });

const remove = (browser: TestBrowser, id: string, referrer: string) =>
  browser.post(
    `/documents/${id}/removal`,
    { intent: 'remove', version: '1', reason: 'Added by mistake' },
    { headers: { Referer: referrer } },
  );

describe('forms of documents, without script', () => {
  it('redirects to the record with an error for a role that may not add documents', async () => {
    const auditor = app.browser();
    await auditor.startSession('auditor@demo.test');
    const response = await upload(auditor, `/documents/of/client/${clientHref.split('/').at(-1)}`);
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      `${clientHref}/documents#documents`,
    ]);
    const page = await readPage(await auditor.follow(response));
    expect(page.text).toMatch(/Your role|Only /);
  });

  it('redirects to the record with an error when the service is unavailable', async () => {
    app.respondInsteadOfApi((request) =>
      request.url.includes('/documents/of/') && request.method === 'POST' ? 'hang up' : undefined,
    );
    const response = await upload(staff, `/documents/of/client/${clientHref.split('/').at(-1)}`);
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      `${clientHref}/documents#documents`,
    ]);
    app.respondInsteadOfApi(undefined);
    const page = await readPage(await staff.follow(response));
    expect(page.text).toContain('Assay could not reach its own service.');
  });

  it('redirects to the form’s page with an error for an unknown document', async () => {
    const response = await remove(staff, missing, `${app.origin}${clientHref}?remove=${missing}`);
    expect([response.status, response.headers.get('Location')]).toEqual([
      302,
      `${clientHref}/documents#documents`,
    ]);
    const page = await readPage(await staff.follow(response));
    expect(page.text).toContain('This page does not exist, or it belongs to another company.');
  });

  it.each(['individual_verifications', 'kyb_verifications'])(
    'redirects to the documents of a verification among %s with the error',
    async (verifications) => {
      const path = `${clientHref}/${verifications}/${missing}`;
      const response = await remove(staff, missing, `${app.origin}${path}/documents?remove=${missing}`);
      expect([response.status, response.headers.get('Location')]).toEqual([
        302,
        `${path}/documents#documents`,
      ]);
    },
  );

  it.each(['', 'https://evil.example//evil.example/', 'not a URL'])(
    'redirects home for the referrer "%s"',
    async (referrer) => {
      const response = await remove(staff, missing, referrer);
      expect([response.status, response.headers.get('Location')]).toEqual([302, '/home']);
    },
  );
});
