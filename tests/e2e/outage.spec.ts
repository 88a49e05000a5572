import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect, pageProblems, anyone as test } from '#tests/support/browser/journey.ts';
import { freePort, type RunningProcess, startServer } from '#tests/support/processes/processes.ts';

let web: RunningProcess;
let origin: string;
let apiPort: number;
test.beforeAll(async () => {
  apiPort = await freePort();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const secret = (name: string) => name.padEnd(64, '-');
  web = await startServer('web', {
    PORT: String(port),
    HOST: 'localhost',
    NODE_ENV: 'test',
    APP_URL: origin,
    MAIN_API_URL: `http://127.0.0.1:${apiPort}`,
    SESSION_SECRET: secret('session'),
    WEB_SECRET: secret('web'),
    DESCOPE_PROJECT_ID: 'P2AssayOutage000000000000000',
    DESCOPE_BASE_URL: 'http://127.0.0.1:9',
    ADDY_API_KEY: secret('address'),
    ADDY_NZL_URL: 'http://127.0.0.1:9',
    ADDY_AUS_URL: 'http://127.0.0.1:9',
  });
});
test.afterAll(() => web?.kill());

/** The main API as it answers when it is ready and knows no invitation. */
async function startApi(): Promise<Server> {
  const problem = {
    type: 'urn:assay:problem:record.notFound',
    title: 'Not found',
    status: 404,
    code: 'record.notFound',
    detail: 'This invitation link is not valid.',
    requestId: 'of-the-outage',
  };
  const server = createServer((request, response) => {
    if (request.url === '/readyz') response.end('ready');
    else response.writeHead(404, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  });
  server.listen(apiPort, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a page opened during an outage loads once the service is back, and a posted form is not dropped silently', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto(`${origin}/welcome?invite=abc`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The service cannot be reached');
  await expect(page.getByText('Request id')).toBeVisible();
  if (javaScriptEnabled === false) {
    await expect(page.locator('noscript p')).toContainText('This page reloads every 15 seconds');
  }
  let api = await startApi();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation is no longer valid');

  const stop = async () => {
    api.closeAllConnections();
    api.close();
    await once(api, 'close');
  };
  await stop();
  // As the invitation's form posts, by a browser.
  await page.setContent(
    `<form method="post" action="${origin}/welcome"><input name="invite" value="abc"><input name="t" value="abc">
     <input name="name" value="Ada"><input name="password" value="a-long-password-2026"><button>Join</button></form>`,
  );
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The service cannot be reached');
  await expect(page.getByText('The form you sent may not have been saved')).toBeVisible();
  if (javaScriptEnabled !== false) expect(await pageProblems(page)).toEqual([]);
  await expect(page.locator('main noscript')).toHaveCount(0);
  api = await startApi();
  if (javaScriptEnabled !== false) {
    await expect(page.getByText('The service is available again.')).toBeVisible();
  }
  await expect(page.getByText('The form you sent may not have been saved')).toBeVisible();
  await stop();
});
