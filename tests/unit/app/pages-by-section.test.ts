import { createRequestHandler, type ServerBuild } from '@remix-run/server-runtime';
import { expect, test } from 'vitest';
import { createPagesBySection } from '#app/route-index.server.ts';

/** Routes without a page, each of which returns its own id and its parameters. */
const paths: Record<string, { path?: string; parentId?: string }> = {
  root: { path: '' },
  home: { parentId: 'root', path: '/' },
  inside: { parentId: 'root' },
  clients: { parentId: 'inside', path: 'clients' },
  client: { parentId: 'inside', path: 'clients/:id' },
  assessment: { parentId: 'inside', path: 'clients/:id/risk_assessments/:assessmentId' },
  activities: { parentId: 'inside', path: 'activities' },
  request: { parentId: 'root', path: 'document_request/:id' },
  lookup: { parentId: 'root', path: 'address-lookup' },
  nothing: { parentId: 'root', path: '*' },
};

const routes = Object.fromEntries(
  Object.entries(paths).map(([id, { path, parentId }]) => [
    id,
    {
      id,
      parentId,
      path,
      module: { loader: ({ params }: { params: object }) => Response.json({ id, params }) },
    },
  ]),
);

const build = {
  entry: { module: { default: () => new Response('a document') } },
  routes,
  assets: { routes: {}, version: 'one', entry: { module: '', imports: [] }, url: '' },
  future: { v3_singleFetch: true },
  publicPath: '/',
  assetsBuildDirectory: '',
  isSpaMode: false,
} as unknown as ServerBuild;

test.each([
  '/',
  '/clients',
  '/clients?q=one',
  '/clients/',
  '/clients/42',
  '/clients/42/risk_assessments/7',
  '/clients/42/nothing',
  '/clients/42/nothing/here',
  '/clients/42/nothing/here/either',
  '/clients//42',
  '/clients/42.data',
  '/clientsandmore',
  '/Clients/42',
  '/%63lients/42',
  '//clients/42',
  '/activities#part',
  '/document_request/a.b-c',
  '/address-lookup?country=NZL',
  '/clients.dat',
  '/unknown',
])('responds to %s as the whole build does', async (path) => {
  const getAnswer = async (handle: ReturnType<typeof createPagesBySection>) => {
    const response = await handle(new Request(`http://localhost${path}`));
    return { status: response.status, body: await response.text() };
  };
  const whole = await getAnswer(createRequestHandler(build, 'production'));
  expect(await getAnswer(createPagesBySection(build, 'production'))).toEqual(whole);
});

test('excludes routes of other words and lengths from matching', async () => {
  const looked: string[] = [];
  const watched = Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      Object.defineProperty({ ...route }, 'path', {
        get: () => {
          looked.push(id);
          return route.path;
        },
        enumerable: true,
      }),
    ]),
  );
  const handle = createPagesBySection({ ...build, routes: watched } as unknown as ServerBuild, 'production');
  looked.length = 0;
  await handle(new Request('http://localhost/clients/42'));
  expect(looked).toContain('client');
  expect(looked).not.toContain('clients');
  expect(looked).not.toContain('assessment');
  expect(looked).not.toContain('activities');
  expect(looked).not.toContain('request');
});
