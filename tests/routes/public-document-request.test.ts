import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRequest } from '#api/follow-up/document-requests/drafts.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { newDocumentRequest } from '#contract/document-requests/document-requests.ts';
import { demoStaff } from '#demo/demo-accounts.ts';
import { demoCaller } from '#demo/demo-caller.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { autoCompletes } from '#tests/support/app/html.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testCompanyKeys } from '#tests/support/company-keys.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import { isSoak } from '#tests/support/soak.ts';

describe('the page of a document request', () => {
  let app: TestApp;
  let clientId: string;

  beforeAll(async () => {
    app = await openTestApp();
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    const form = {
      clientType: 'individual',
      'individual.givenNames': 'Hinemoa',
      'individual.familyName': 'Secretname',
      requestKey: crypto.randomUUID(),
    };
    const made = await browser.post('/clients/create?type=individual', form);
    clientId = /\/clients\/([0-9a-f-]{36})/.exec(made.headers.get('Location') ?? '')?.[1] ?? '';
  });
  afterAll(() => app.close());

  const deps = () => ({
    db: app.database.db,
    now: () => new Date(),
    links: app.links,
    verification: { idHmacKey: 'a key of tests that is long enough', companyKeys: testCompanyKeys },
    wakeOutbox: () => undefined,
  });

  const endLink = (id: string) =>
    app.database.asSuperuser('UPDATE assay.document_requests SET expires_at = $2 WHERE id = $1', [
      id,
      new Date(Date.now() - 1000).toISOString(),
    ]);

  /** A sent request, with its page's address. */
  async function sent() {
    const dueOn = addDays(testDay(), 5);
    const form = newDocumentRequest.parse({
      recipientName: 'Hinemoa Secretname',
      recipientEmail: 'hinemoa@example.test',
      dueOn,
      message: 'For the sale.',
      items: [
        { label: 'Passport', kind: 'document', documentType: 'passport' },
        { label: 'Your details', kind: 'details', detailFields: ['name', 'address'] },
      ],
    });
    const request = await createRequest.run(
      deps(),
      await demoCaller({ database: app.database, now: () => new Date() }, demoStaff),
      { params: { id: clientId }, body: form },
    );
    const row = await asTenant(app.database.db, demoCompanyId, (trx) =>
      trx.selectFrom('document_requests').selectAll().where('id', '=', request.id).executeTakeFirstOrThrow(),
    );
    const transactionId = app.links.transactionId(row.id, row.link_seed ?? '');
    const [passport, details] = request.items.map(({ id }) => id);
    return { id: request.id, path: `/document_request/${transactionId}`, passport, details };
  }

  const getRow = (id: string) =>
    asTenant(app.database.db, demoCompanyId, async (trx) => ({
      request: await trx
        .selectFrom('document_requests')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
      items: await trx
        .selectFrom('document_request_items')
        .selectAll()
        .where('request_id', '=', id)
        .orderBy('position')
        .execute(),
      events: await trx
        .selectFrom('audit_events')
        .select('action')
        .where('resource_id', '=', id)
        .orderBy('seq')
        .execute(),
    }));

  /** Posts a form with a file as the page does without script. */
  function upload(
    browser: TestBrowser,
    path: string,
    itemId: string | undefined,
    bytes: Uint8Array,
    name = 'p.png',
  ) {
    const form = formWith([{ name, bytes, field: `${itemId}.file` }], { intent: `save:${itemId}` });
    return browser.post(path, {}, { body: form, headers: {} });
  }

  it('responds to random and malformed ids with the same bytes, all 2,000 of them in the soak', async () => {
    const malformed = [
      'x',
      'a'.repeat(43),
      'a/b',
      '..%2F..',
      '%00',
      '%E0%A4%A',
      'é',
      "' OR 1=1 --",
      'a'.repeat(4000),
      '?',
      '%0d%0aX: y',
      '43\u2028',
    ];
    const ids = [
      ...malformed.map((id) => (id.includes('%') || id.includes('/') ? id : encodeURIComponent(id))),
      ...Array.from({ length: (isSoak ? 2000 : 200) - malformed.length }, (_, n) =>
        randomBytes(n % 3 === 0 ? 16 : 32).toString('base64url'),
      ),
    ];
    const answers = new Map<string, string>();
    // A new address per hundred: the limit on attempts is tested elsewhere.
    let browser = app.browser();
    for (const [n, id] of ids.entries()) {
      if (n % 100 === 0) browser = app.browser();
      const response = await browser.get(`/document_request/${id}`);
      const headers = [...response.headers].filter(([name]) => name !== 'date').sort();
      answers.set(`${response.status} ${JSON.stringify(headers)} ${await response.text()}`, id);
    }
    expect([...answers.values()]).toHaveLength(1);
    const [only = ''] = answers.keys();
    expect(only.startsWith('404 ')).toBe(true);
    expect(only).toContain('noindex');
    expect(only).toContain('no-store');
    expect(only).toContain('same-origin');
  }, 120_000);

  it('changes nothing on GET', async () => {
    const { id, path } = await sent();
    const before = await getRow(id);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await app.browser().get(path, { method });
      expect(response.status).toBe(200);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('X-Robots-Tag')).toContain('noindex');
      expect(response.headers.get('Referrer-Policy')).toBe('same-origin');
    }
    expect(await getRow(id)).toEqual(before);
  });

  it('is completed without script, and never shows submitted values again', async () => {
    const { id, path, passport, details } = await sent();
    const browser = app.browser();
    expect((await browser.post(path, { intent: 'start' })).status).toBe(302);
    const refused = await upload(
      browser,
      path,
      passport,
      Buffer.from('PK\x03\x04 not a picture'),
      'photo.jpg',
    );
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('ZIP archive');
    expect((await upload(browser, path, passport, await samplePicture('png'), 'Secretname.png')).status).toBe(
      302,
    );
    const incomplete = await browser.post(path, {
      intent: `save:${details}`,
      [`${details}.name`]: 'Typed Secretname',
      [`${details}.address.countryCode`]: 'NZL',
    });
    expect(incomplete.status).toBe(422);
    const shown = await incomplete.text();
    expect(shown).toContain('Typed Secretname');
    expect(shown).toContain('Enter the home address');
    const found = await browser.post(path, {
      intent: `find:${details}.address`,
      [`${details}.name`]: 'Typed Secretname',
      [`${details}.address.countryCode`]: 'NZL',
      [`${details}.address.find`]: 'queen',
    });
    expect(await found.text()).toContain('Use this address');
    const given = await browser.post(path, {
      intent: `save:${details}`,
      [`${details}.name`]: 'Typed Secretname',
      [`${details}.address.countryCode`]: 'NZL',
      [`${details}.address.addressLine1`]: '1 Hidden Street',
      [`${details}.address.state`]: 'Wellington',
      [`${details}.address.postcode`]: '6011',
    });
    expect(given.status).toBe(302);
    const page = await (await browser.get(path)).text();
    expect(page).toContain('Added');
    expect(page).not.toContain('Submitted');
    expect(page).not.toContain('Secretname');
    expect(page).not.toContain('Hidden Street');
    const unconsented = await browser.post(path, { intent: 'submit' });
    expect(unconsented.status).toBe(422);
    expect((await browser.post(path, { intent: 'submit', consent: 'on' })).status).toBe(302);
    const done = await (await browser.get(path)).text();
    expect(done).toContain('Thank you');
    expect(done).toContain('Submitted');
    expect(done).not.toContain('Added');
    const { request, items } = await getRow(id);
    expect(request.status).toBe('submitted');
    expect(items.map(({ status }) => status)).toEqual(['given', 'given']);
    expect(items[1]?.details).toMatchObject({
      name: 'Typed Secretname',
      address: { addressLine1: '1 Hidden Street' },
    });
  });

  it('sends every item of a form by one click, and submits only when all are valid', async () => {
    const { id, path, passport, details } = await sent();
    const browser = app.browser();
    await browser.post(path, { intent: 'start' });
    const press = async (
      intent: string,
      texts: Record<string, string>,
      files: { name: string; bytes: Uint8Array }[] = [],
    ) => {
      const parts = files.map((file) => ({ ...file, field: `${passport}.file` }));
      const response = await browser.post(
        path,
        {},
        { body: formWith(parts, { intent, ...texts }), headers: {} },
      );
      return { status: response.status, to: response.headers.get('Location'), html: await response.text() };
    };
    const name = { [`${details}.name`]: 'Typed Secretname', [`${details}.address.countryCode`]: 'NZL' };
    const address = {
      [`${details}.address.addressLine1`]: '1 Hidden Street',
      [`${details}.address.state`]: 'Wellington',
      [`${details}.address.postcode`]: '6011',
    };
    const picture = { name: 'Secretname.png', bytes: await samplePicture('png') };

    // An invalid postcode and an invalid file: the picture is stored, the input returned, and nothing is submitted.
    const half = await press(
      'submit',
      { ...name, ...address, [`${details}.address.postcode`]: 'six', consent: 'on' },
      [picture, { name: 'odd.jpg', bytes: Buffer.from('PK\x03\x04') }],
    );
    expect(half.status).toBe(422);
    expect(half.html).toContain('Not sent yet. There are 2 errors to fix');
    expect(half.html).toContain('odd.jpg is a ZIP archive');
    expect(half.html).toContain('Enter a postcode of 4 digits');
    for (const typed of ['Typed Secretname', '1 Hidden Street', 'value="six"'])
      expect(half.html).toContain(typed);
    const after = await getRow(id);
    expect(after.request.status).toBe('partlySubmitted');
    expect(after.items.map(({ status }) => status)).toEqual(['given', 'requested']);

    // All is valid but the consent: valid parts are stored, and no longer required.
    const unconsented = await press('submit', { ...name, ...address });
    expect(unconsented.status).toBe(422);
    expect(unconsented.html).toContain('Consent to how it is used');
    expect((await getRow(id)).items.map(({ status }) => status)).toEqual(['given', 'given']);
    expect((await getRow(id)).request.status).toBe('partlySubmitted');

    const whole = { ...name, ...address, consent: 'on' };
    const done = await press('submit', whole, [picture]);
    expect([done.status, done.to]).toEqual([302, `${path}#top`]);
    // Clicked twice: the same form again is a repeat.
    expect((await press('submit', whole, [picture])).to).toBe(`${path}#top`);
    const late = await press('submit', { ...whole, [`${details}.name`]: 'Someone Else' });
    expect(late.status).toBe(422);
    expect(late.html).toContain('Everything was sent');
    const { request, items, events } = await getRow(id);
    expect(request.status).toBe('submitted');
    expect(items[1]?.details).toMatchObject({ name: 'Typed Secretname' });
    expect(events.filter(({ action }) => action === 'documentRequest.submitted')).toHaveLength(1);
  });

  it('preserves input of a form with too much text, of which nothing is stored', async () => {
    const { id, path, passport, details } = await sent();
    const browser = app.browser();
    await browser.post(path, { intent: 'start' });
    const texts = {
      [`${details}.name`]: 'Wiremu '.repeat(170_000),
      [`${details}.address.countryCode`]: 'NZL',
      [`${details}.address.addressLine1`]: '1 Hidden Street',
      [`${details}.address.postcode`]: '6011',
      intent: 'submit',
      consent: 'on',
    };
    const files = [{ name: 'passport.png', bytes: await samplePicture('png'), field: `${passport}.file` }];
    const response = await browser.post(path, {}, { body: formWith(files, texts), headers: {} });
    expect(response.status).toBe(413);
    const html = await response.text();
    expect(html).toContain('longer than 1 MB');
    for (const typed of ['Wiremu Wiremu', '1 Hidden Street', '6011']) expect(html).toContain(typed);
    expect((await getRow(id)).items.map(({ status }) => status)).toEqual(['requested', 'requested']);
  });

  it('preserves input of other items of a form when one is saved or looks an address up', async () => {
    const { id, path, passport, details } = await sent();
    const browser = app.browser();
    await browser.post(path, { intent: 'start' });
    const file = { field: `${passport}.file`, name: 'p.png', bytes: await samplePicture('png') };
    const half = { [`${details}.name`]: 'Typed Secretname', [`${details}.address.countryCode`]: 'NZL' };
    const post = (intent: string, files = [file]) =>
      browser.post(path, {}, { body: formWith(files, { intent, ...half }), headers: {} });
    const saved = await post(`save:${passport}`);
    expect(saved.status).toBe(200);
    const html = await saved.text();
    expect(html).not.toContain('<title>Error: ');
    expect(html).toContain('Saved.');
    expect(html).toContain('Typed Secretname');
    expect(html).not.toContain('to correct');
    // Enter in the address search means "find", whichever button the browser chooses.
    half[`${details}.address.find`] = 'queen';
    const found = await (await post('save', [])).text();
    expect(found).toContain('Use this address');
    expect(found).toContain('Typed Secretname');
    const [given, asked] = (await getRow(id)).items;
    expect([given?.status, asked?.status]).toEqual(['given', 'requested']);
    for (const unknown of ['', 'save:nobody', `remove:${passport}`, `find:${details}`])
      expect((await post(unknown, [])).status).toBe(400);
  });

  it('reports that a link ended while a form was being sent', async () => {
    const { id, path, passport } = await sent();
    const browser = app.browser();
    await browser.post(path, { intent: 'start' });
    await endLink(id);
    const late = await upload(browser, path, passport, await samplePicture('png'));
    expect(late.status).toBe(410);
    expect(await late.text()).toContain('What you just sent was not submitted.');
    expect(await (await browser.get(path)).text()).not.toContain('What you just sent');
  });

  it('shows one item to a page, leads from each to the next, and loads one script of its own', async () => {
    const { path, passport, details } = await sent();
    const browser = app.browser();
    const at = async (query: string) => (await browser.get(`${path}${query}`)).text();
    expect(await at('')).toContain('This takes about 2 minutes.');
    const started = await browser.post(path, { intent: 'start' });
    expect(started.headers.get('Location')).toBe(`${path}?item=${passport}`);
    const first = await at(`?item=${passport}`);
    expect(first).toContain(`name="${passport}.file"`);
    expect(first).not.toContain(`name="${details}.name"`);
    expect(first).toMatch(/<title>Passport · Document request from /);
    expect(first.match(/<script/g)).toHaveLength(1);
    expect(first).not.toContain('modulepreload');
    // An unknown item, and one of another request, is the list.
    for (const query of ['', '?item=nobody', `?item=${clientId}`, '?page=other'])
      expect(await at(query)).toContain('0 of 2 done');

    const next = (itemId: string | undefined, texts: Record<string, string> = {}) =>
      browser.post(`${path}?item=${itemId}`, { intent: `next:${itemId}`, ...texts });
    const empty = await next(passport);
    expect(empty.status).toBe(422);
    const refused = await empty.text();
    expect(refused).toContain('Select a file or take a photo first');
    expect(refused).toMatch(/<title>Error: Passport · Document request from /);
    expect(await at(`?item=${passport}`)).toMatch(/<title>Passport · /);
    const uploaded = await browser.post(
      `${path}?item=${passport}`,
      {},
      {
        body: formWith([{ name: 'p.png', bytes: await samplePicture('png'), field: `${passport}.file` }], {
          intent: `next:${passport}`,
        }),
        headers: {},
      },
    );
    expect(uploaded.headers.get('Location')).toBe(`${path}?item=${details}&saved=${passport}`);
    expect(await at(`?item=${details}&saved=${passport}`)).toContain('Saved: Passport.');

    // The check before submitting names what is missing, and leads to it.
    expect(await at('?page=check')).toContain('Still needed');
    const early = await browser.post(`${path}?page=check`, { intent: 'submit', consent: 'on' });
    expect(early.status).toBe(422);
    const page = await early.text();
    expect(page).toContain('Your details: still needed');
    expect(page).toContain(`href="${path}?item=${details}"`);
    expect(page).not.toContain('Passport: still needed');
    expect(page).toMatch(/name="consent"[^>]*checked/);

    const done = await next(details, {
      [`${details}.name`]: 'Typed Secretname',
      [`${details}.address.countryCode`]: 'NZL',
      [`${details}.address.addressLine1`]: '1 Hidden Street',
      [`${details}.address.state`]: 'Wellington',
      [`${details}.address.postcode`]: '6011',
    });
    expect(done.headers.get('Location')).toBe(`${path}?page=check&saved=${details}`);
    // Nothing typed again: what was saved stays, and the way leads on.
    expect((await next(details)).headers.get('Location')).toBe(`${path}?page=check`);
    const check = await at('?page=check');
    expect(check).toContain('1 file');
    expect(check).not.toContain('Secretname');
  });

  it('names the purpose of each field about the recipient, so that a browser can fill it in', async () => {
    const { path, details = '' } = await sent();
    const browser = app.browser();
    await browser.post(path, { intent: 'start' });
    const own = async (countryCode: string) => {
      const response = await browser.post(`${path}?item=${details}`, {
        intent: 'refresh',
        [`${details}.address.countryCode`]: countryCode,
      });
      return autoCompletes(await response.text(), `${details}.`);
    };
    const lines = { 'address.addressLine1': 'address-line1', 'address.addressLine2': 'address-line2' };
    const everywhere = {
      name: 'name',
      'address.countryCode': 'country',
      'address.postcode': 'postal-code',
      ...lines,
    };
    const newZealand = { 'address.suburb': 'address-level3', 'address.state': 'address-level2' };
    expect(await own('NZL')).toMatchObject({ ...everywhere, ...newZealand, 'address.find': 'off' });
    const australia = { 'address.suburb': 'address-level2', 'address.state': 'address-level1' };
    expect(await own('AUS')).toMatchObject({ ...everywhere, ...australia });
    const elsewhere = { 'address.city': 'address-level2', 'address.state': 'address-level1' };
    expect(await own('FJI')).toMatchObject({
      ...everywhere,
      'address.suburb': 'address-level3',
      ...elsewhere,
    });
  });

  it('responds to expired links, and those of a restricted company, with one page', async () => {
    const over = await Promise.all(
      ['completed', 'cancelled', 'expired'].map(async (status) => {
        const { id, path } = await sent();
        await app.database.asSuperuser('UPDATE assay.document_requests SET status = $2 WHERE id = $1', [
          id,
          status,
        ]);
        return path;
      }),
    );
    const late = await sent();
    await endLink(late.id);
    const bodies = new Set<string>();
    for (const path of [...over, late.path]) {
      const response = await app.browser().get(path);
      expect(response.status).toBe(410);
      bodies.add(await response.text());
      expect((await app.browser().post(path, { intent: 'start' })).status).toBe(410);
    }
    const restricted = await sent();
    await app.database.asSuperuser('UPDATE assay.companies SET access_restricted = true WHERE id = $1', [
      demoCompanyId,
    ]);
    const response = await app.browser().get(restricted.path);
    await app.database.asSuperuser('UPDATE assay.companies SET access_restricted = false WHERE id = $1', [
      demoCompanyId,
    ]);
    expect(response.status).toBe(410);
    bodies.add(await response.text());
    expect(bodies.size).toBe(1);
    expect((await app.browser().get(restricted.path)).status).toBe(200);
  });

  it('limits attempts, with the same response for known and unknown links', async () => {
    const { path } = await sent();
    const browser = app.browser();
    let last = 0;
    for (let n = 0; n < 301; n += 1)
      last = (await browser.get(`/document_request/${randomBytes(32).toString('base64url')}`)).status;
    expect(last).toBe(429);
    const [known, unknown] = [
      await browser.get(path),
      await browser.get(`/document_request/${'b'.repeat(43)}`),
    ];
    expect([known.status, unknown.status]).toEqual([429, 429]);
    expect(await known.text()).toBe(await unknown.text());
    expect((await app.browser().get(path)).status).toBe(200);
  });
});
