import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/database/tenancy.ts';
import { createRequest } from '#api/document-requests/drafts.ts';
import { demoStaff } from '#api/seed/demo-accounts.ts';
import { demoCaller } from '#api/seed/demo-caller.ts';
import { demoCompanyId } from '#api/seed/demo-company.ts';
import { newDocumentRequest } from '#contract/document-requests.ts';
import { openTestApp, type TestApp, type TestBrowser } from '../support/app.ts';
import { formWith, samplePicture } from '../support/sample-files.ts';

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
    verification: { idHmacKey: 'a key of tests that is long enough' },
    wakeMail: () => undefined,
  });

  /** A request that was sent, with its page's address. */
  async function sent() {
    const dueOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
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
    const request = await createRequest(
      deps(),
      await demoCaller({ database: app.database, now: () => new Date() }, demoStaff),
      clientId,
      form,
    );
    const row = await asTenant(app.database.db, demoCompanyId, (trx) =>
      trx.selectFrom('document_requests').selectAll().where('id', '=', request.id).executeTakeFirstOrThrow(),
    );
    const transactionId = app.links.transactionId(row.id, row.link_seed ?? '');
    const [passport, details] = request.items.map(({ id }) => id);
    return { id: request.id, path: `/document_request/${transactionId}`, passport, details };
  }

  const rowOf = (id: string) =>
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
    return browser.post(`${path}?item=${itemId}`, {}, { body: formWith([{ name, bytes }]), headers: {} });
  }

  it('answers 2,000 random and malformed ids with the same bytes', async () => {
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
      ...Array.from({ length: 2000 - malformed.length }, (_, n) =>
        randomBytes(n % 3 === 0 ? 16 : 32).toString('base64url'),
      ),
    ];
    const answers = new Map<string, string>();
    // An address for each hundred: the limit on tries is tried elsewhere.
    let browser = app.browser();
    for (const [n, id] of ids.entries()) {
      if (n % 100 === 0) browser = app.browser();
      const answer = await browser.get(`/document_request/${id}`);
      const headers = [...answer.headers].filter(([name]) => name !== 'date').sort();
      answers.set(`${answer.status} ${JSON.stringify(headers)} ${await answer.text()}`, id);
    }
    expect([...answers.values()]).toHaveLength(1);
    const [only = ''] = answers.keys();
    expect(only.startsWith('404 ')).toBe(true);
    expect(only).toContain('noindex');
    expect(only).toContain('no-store');
    expect(only).toContain('same-origin');
  }, 120_000);

  it('changes nothing by being opened, however often', async () => {
    const { id, path } = await sent();
    const before = await rowOf(id);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await app.browser().get(path, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('X-Robots-Tag')).toContain('noindex');
      expect(answer.headers.get('Referrer-Policy')).toBe('same-origin');
    }
    expect(await rowOf(id)).toEqual(before);
  });

  it('is filled in without script, and never says again what was given', async () => {
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
    const incomplete = await browser.post(`${path}?item=${details}`, {
      intent: 'details',
      name: 'Typed Secretname',
      'address.countryCode': 'NZL',
    });
    expect(incomplete.status).toBe(422);
    const shown = await incomplete.text();
    expect(shown).toContain('Typed Secretname');
    expect(shown).toContain('Enter the home address');
    const found = await browser.post(`${path}?item=${details}`, {
      intent: 'find:address',
      name: 'Typed Secretname',
      'address.countryCode': 'NZL',
      'address.find': 'queen',
    });
    expect(await found.text()).toContain('Use this address');
    const given = await browser.post(`${path}?item=${details}`, {
      intent: 'details',
      name: 'Typed Secretname',
      'address.countryCode': 'NZL',
      'address.addressLine1': '1 Hidden Street',
      'address.state': 'Wellington',
      'address.postcode': '6011',
    });
    expect(given.status).toBe(302);
    const page = await (await browser.get(path)).text();
    expect(page).toContain('Given');
    expect(page).not.toContain('Secretname');
    expect(page).not.toContain('Hidden Street');
    const unconsented = await browser.post(path, { intent: 'submit' });
    expect(unconsented.status).toBe(422);
    expect((await browser.post(path, { intent: 'submit', consent: 'on' })).status).toBe(302);
    expect(await (await browser.get(path)).text()).toContain('Thank you');
    const { request, items } = await rowOf(id);
    expect(request.status).toBe('submitted');
    expect(items.map(({ status }) => status)).toEqual(['given', 'given']);
    expect(items[1]?.details).toMatchObject({
      name: 'Typed Secretname',
      address: { addressLine1: '1 Hidden Street' },
    });
  });

  it('looks addresses up for a live link alone', async () => {
    const { path } = await sent();
    const live = await app.browser().get(`${path}/address-lookup?country=NZL&q=queen`);
    expect(live.status).toBe(200);
    const none = await app
      .browser()
      .get(`/document_request/${'a'.repeat(43)}/address-lookup?country=NZL&q=queen`);
    expect(none.status).toBe(404);
  });

  it('answers links that are over, or of a restricted company, with one page', async () => {
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
    await app.database.asSuperuser(
      `UPDATE assay.document_requests SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [late.id],
    );
    const bodies = new Set<string>();
    for (const path of [...over, late.path]) {
      const answer = await app.browser().get(path);
      expect(answer.status).toBe(410);
      bodies.add(await answer.text());
      expect((await app.browser().post(path, { intent: 'start' })).status).toBe(410);
    }
    const restricted = await sent();
    await app.database.asSuperuser('UPDATE assay.companies SET access_restricted = true WHERE id = $1', [
      demoCompanyId,
    ]);
    const answer = await app.browser().get(restricted.path);
    await app.database.asSuperuser('UPDATE assay.companies SET access_restricted = false WHERE id = $1', [
      demoCompanyId,
    ]);
    expect(answer.status).toBe(410);
    bodies.add(await answer.text());
    expect(bodies.size).toBe(1);
    expect((await app.browser().get(restricted.path)).status).toBe(200);
  });

  it('stops whoever tries too many, and says the same of known and unknown links', async () => {
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
