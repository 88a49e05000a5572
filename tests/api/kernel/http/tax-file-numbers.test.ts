import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { savedViewInput } from '#contract/views/saved-views.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { sampleRequest } from './sample-requests.ts';

/** Nine digits with the checksum of a tax file number, next to the words that identify them. */
const withNumber = 'Her TFN is 123 456 782.';

/** Texts that are accepted, by the end of endpoint and path: they are compared but not stored, or checked on use. */
const accepted = {
  comparedAlone: [
    'login.sessionToken',
    // A transaction of the identity service, the browser's signed response to it, and its token.
    'secondFactors.addPasskey.transactionId',
    'secondFactors.addPasskey.response',
    'secondFactors.confirmPassword.sessionToken',
    'invitations.lookup.invite',
    'invitations.accept.invite',
    'calendarFeed.read.token',
    'onboarding.templates.keys',
    'billing.verifyCheckout.sessionId',
    'filters.q',
    'parseMrz.lines',
    'nodeId',
    'templates.publish.seenContentHash',
    'answers.0.key',
    'templates.create.from.key',
    // Unknown filters of the list are dropped.
    'savedViews.create.query',
  ],
  // A phone number is checked with its country; each row of a file as a client, and the file's text is deleted with the import.
  checkedLater: [
    'sendLink.phone',
    'clientImports.create.headings.0',
    'rows.0.0',
    'rows.1.0',
    'clientImports.correctRows.rows.0.cells.0.text',
  ],
  // The wording of questions, which concerns no person.
  wording: ['.key', '.title', '.text', '.label'].map((end) => `templates.saveDraft.content…${end}`),
};

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi(testEngine);
});
afterAll(() => api.close());

/** Copies of a body, each with one text replaced, by the path of the text. */
function* withEachTextReplaced(body: unknown, path = ''): Generator<[path: string, body: unknown]> {
  if (typeof body === 'string') yield [path, withNumber];
  if (typeof body !== 'object' || body === null) return;
  for (const [key, value] of Object.entries(body)) {
    for (const [where, replaced] of withEachTextReplaced(value, `${path}.${key}`)) {
      const copy = Array.isArray(body)
        ? body.with(Number(key), replaced)
        : { ...(body as Record<string, unknown>), [key]: replaced };
      yield [where, copy];
    }
  }
}

test('no endpoint accepts a tax file number in a text', async () => {
  const { a } = api.companies;
  const found: string[] = [];
  let texts = 0;
  for (const endpoint of endpoints) {
    if (endpoint.body === undefined) continue;
    const setting = { test: api, company: a, person: await api.addStranger() };
    const { body } = await sampleRequest(endpoint, setting);
    if (body instanceof FormData) continue;
    expect([endpoint.id, endpoint.body.safeParse(body).error]).toEqual([endpoint.id, undefined]);
    for (const [path, changed] of withEachTextReplaced(body)) {
      texts += 1;
      if (endpoint.body.safeParse(changed).success) found.push(`${endpoint.id}${path}`);
    }
  }
  expect(texts).toBeGreaterThan(200);
  const isKnown = (text: string) =>
    Object.values(accepted)
      .flat()
      .some((known) => {
        const [start, end = ''] = known.includes('…') ? known.split('…') : ['', known];
        return text.startsWith(start ?? '') && text.replace(/\.\d+$/, '').endsWith(end.replace(/\.\d+$/, ''));
      });
  expect(found.filter((text) => !isKnown(text))).toEqual([]);
});

test('a saved filter with a tax file number is rejected', () => {
  const view = { name: 'Mine', screen: 'clients' };
  expect(savedViewInput.safeParse({ ...view, query: 'q=Nerquand' }).success).toBe(true);
  const refused = savedViewInput.safeParse({ ...view, query: 'q=TFN+123+456+782' });
  expect(refused.error?.issues).toMatchObject([
    { path: ['query'], message: expect.stringContaining('tax file number') },
  ]);
});
