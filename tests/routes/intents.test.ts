import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from '#tests/support/app/app.ts';
import { readPage } from './clients/page.ts';

let app: TestApp;
const browsers: Record<string, TestBrowser> = {};
beforeAll(async () => {
  app = await openTestApp();
  const [member, admin, anyone] = [app.browser(), app.browser(), app.browser()];
  await member.startSession('owner@demo.test');
  await admin.startSession('admin@demo.test', 'admin');
  Object.assign(browsers, { member, admin, anyone });
});
afterAll(() => app.close());

/** An id that no record has: the intent is checked before any record. */
const id = '0198c0de-0000-7000-8000-000000000000';
const link = 'a'.repeat(43);

interface Post {
  path: string;
  /** The user who posts; a member by default. */
  who?: 'admin' | 'anyone';
  /** Further fields of the form. */
  fields?: Record<string, string>;
  /** The field with the intent. */
  name?: string;
  /** The save button has no intent of its own: a form without one is saved. */
  savesWithout?: boolean;
}

/** Values of a route's path parameters; an id by default. */
const params: Record<string, string> = {
  ':transaction_id': link,
  ':resourceType': 'clients',
  ':ownerType': 'client',
  ':scope': 'client',
};

/** Routes of one form, whose button has no intent: without one it is saved. */
const ofOneForm = new Set([
  '/welcome',
  '/clients/create',
  '/clients/:id/edit',
  '/activities/create',
  '/activities/:id/edit',
  '/onboard',
  '/risk_assessment_templates/create/:resourceType',
  '/settings',
  '/settings/policies',
  '/settings/audit',
  '/admin/companies/:id',
  '/evidence-packs/:scope/:scopeId',
]);

/** Routes whose form has no intent at all, each with the reason. */
const withoutIntents = new Set([
  // Signs out, whatever is posted.
  '/logout',
  // Passes files on unread.
  '/documents/of/:ownerType/:ownerId',
  // Holds the fields of another form, its intent among them.
  '/unsaved/hold',
  // Have nothing to post to.
  '/document_request/*',
  '/settings/*',
  '/monitoring/*',
  '/*',
]);

/** Routes without a page of their own. */
const hasNoPage = (path: string) => /^\/evidence-packs\/|^\/documents\//.test(path);

interface Entry {
  file: string;
  path?: string;
  children?: Entry[];
}

const appFolder = new URL('../../app/', import.meta.url);

/** The path of every route of `app/routes.ts` that has an action. */
async function pathsWithAction(): Promise<string[]> {
  const paths: string[] = [];
  const walk = async (entries: readonly Entry[]): Promise<void> => {
    for (const { file, path, children = [] } of entries) {
      // Not by a glob: its list would be cached with this file, without the routes added since.
      const module: { action?: unknown } = await import(/* @vite-ignore */ new URL(file, appFolder).pathname);
      if (module.action !== undefined && path !== undefined) paths.push(`/${path}`);
      await walk(children);
    }
  };
  const { default: config } = await import('#app/routes.ts');
  await walk(await config);
  return paths;
}

function getPoster(path: string): Post['who'] {
  if (/^\/(login|signup|welcome|document_request|admin\/login)(\/|$)/.test(path)) return 'anyone';
  return path.startsWith('/admin/') ? 'admin' : undefined;
}

const filledIn = (path: string) => path.replace(/:\w+/g, (name) => params[name] ?? id);

/** One post for each route with an action. */
const ofRoutes: Post[] = (await pathsWithAction())
  .filter((path) => !withoutIntents.has(path))
  .map((path) => {
    const who = getPoster(path);
    return { path: filledIn(path), savesWithout: ofOneForm.has(path), ...(who ? { who } : {}) };
  });

const client = `/clients/${id}`;

/** Forms at a route's path with a query, or next to others with an intent field of their own. */
const furtherForms: Post[] = [
  { path: '/clients/create?type=individual', savesWithout: true },
  { path: `${client}/edit`, savesWithout: true },
  { path: '/clients' },
  { path: '/clients?view=views' },
  { path: `/clients/import?import=${id}` },
  { path: client, name: 'panel', savesWithout: true },
  { path: client, name: 'lifecycle' },
  ...['party', 'finding', 'screening', 'request'].map((panel) => ({
    path: client,
    fields: { panel },
  })),
  {
    path: client,
    fields: { panel: 'party', partyId: id },
  },
  { path: client, fields: { panel: 'request', requestId: id } },
  { path: client, fields: { panel: 'request', requestId: id, draft: '1' } },
  { path: '/activities/create', savesWithout: true },
  { path: `/activities/${id}/edit`, savesWithout: true },
  { path: `/activities/${id}`, name: 'move' },
  { path: `${client}/risk_assessments/create` },
  { path: `/activities/${id}/risk_assessments/create` },
  { path: `${client}/risk_assessments/${id}` },
  { path: `/activities/${id}/risk_assessments/${id}` },
  { path: `/documents/${id}/removal` },
  { path: `${client}/individual_verifications/${id}` },
  { path: `${client}/kyb_verifications/${id}` },
  { path: '/monitoring' },
  { path: `/monitoring/alerts/${id}` },
  { path: '/onboard?step=company', savesWithout: true },
  { path: '/onboard?step=plan' },
  { path: '/settings', savesWithout: true },
  { path: '/settings/team' },
  { path: `/settings/team?member=${id}` },
  { path: '/settings/worklists' },
  { path: '/settings/lists', name: 'decision' },
  { path: '/settings/billing' },
  { path: '/settings/retention', fields: { id } },
  { path: '/templates', fields: { template: id }, name: 'change' },
  { path: `/risk_assessment_templates/${id}/edit/clients` },
  { path: `/document_request/${link}?item=${id}`, who: 'anyone' },
  { path: `/admin/users?user=${id}`, who: 'admin', name: 'act' },
  { path: '/login', who: 'anyone' },
  { path: '/admin/login', who: 'anyone' },
  { path: '/signup', who: 'anyone' },
];

async function expectRejected(post: Post, intent: Record<string, string>) {
  const browser = browsers[post.who ?? 'member'] as TestBrowser;
  const response = await browser.post(post.path, { ...post.fields, ...intent });
  expect(response.status).toBe(400);
  if (hasNoPage(post.path)) {
    expect(await response.json()).toEqual({ code: 'request.malformed' });
    return;
  }
  const page = await readPage(response);
  // The recipient's page has messages of its own, for someone who does not know Assay.
  const words = post.path.startsWith('/document_request/')
    ? 'Something went wrong Your saved answers are safe.'
    : 'Nothing was saved. Go back, load the page again, and try from there.';
  expect(page.text).toContain(words);
}

const unknownIntents = [
  'explode',
  'constructor',
  'toString',
  'save:x',
  'explode:x',
  'move-explode',
  'add explode:x',
];

describe('an unknown or missing intent', () => {
  it.each(
    [...ofRoutes, ...furtherForms].map(
      (post) => [post.path, JSON.stringify(post.fields ?? post.name ?? ''), post] as const,
    ),
  )('is rejected at %s %s', async (_path, _fields, post) => {
    const name = post.name ?? 'intent';
    for (const unknown of unknownIntents) await expectRejected(post, { [name]: unknown });
    if (!post.savesWithout) await expectRejected(post, {});
  });
});

it('finds the actions in the table of routes', () => {
  expect(ofRoutes.length).toBeGreaterThan(25);
});
