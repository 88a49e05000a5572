import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  isStreamingUpload,
  maxBodyBytes,
  streamingUploads,
  withLimitedBody,
} from '#app/body-limit.server.ts';
import routes from '#app/routes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { openTestApp, type TestApp } from '#tests/support/app/app.ts';

const id = '01890000-0000-7000-8000-000000000000';
const filled = (path: string) => path.replace(/:\w+/g, id).replace('*', 'nothing');

interface Entry {
  path?: string;
  file: string;
  children?: Entry[];
}

/** The URL and module of every route. */
async function allRoutes(): Promise<{ path: string; file: string }[]> {
  const flat = (entries: Entry[]): { path: string; file: string }[] =>
    entries.flatMap(({ path, file, children = [] }) => [
      ...(path === undefined ? [] : [{ path: `/${path.replace(/^\//, '')}`, file }]),
      ...flat(children),
    ]);
  return flat((await routes) as Entry[]);
}

describe('maximum form size', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  const large = `text=${'x'.repeat(maxBodyBytes)}`;
  const urlEncoded = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it('is 1 MB on every route with forms, signed in or not, with files or without', async () => {
    const modules = import.meta.glob<{ action?: unknown }>('../../../app/routes/**/*.{ts,tsx}');
    const browser = app.browser();
    let tried = 0;
    for (const { path, file } of await allRoutes()) {
      const module = await modules[`../../../app/${file}`]?.();
      if (module?.action === undefined) continue;
      tried += 1;
      const response = await browser.get(filled(path), {
        method: 'POST',
        body: large,
        headers: { Origin: app.origin, ...urlEncoded },
      });
      expect([path, response.status]).toEqual([path, 413]);
    }
    expect(tried).toBeGreaterThan(25);
  });

  it('shows a readable error page, and nothing is done', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    const cookies = [...browser.setCookieHeaders];
    const response = await browser.get('/logout', {
      method: 'POST',
      body: large,
      headers: { Origin: app.origin, ...urlEncoded },
    });
    expect(response.status).toBe(413);
    expect([...browser.setCookieHeaders]).toEqual(cookies);
    const page = await browser.get('/login?view=forgotten', {
      method: 'POST',
      body: large,
      headers: { Origin: app.origin, ...urlEncoded },
    });
    const html = await page.text();
    expect(html).toContain('This form is too large');
    expect(html).toContain('Go back and shorten the text');
  });

  it('applies to an upload’s URL, if a form without files is sent to it', async () => {
    const response = await app.browser().get(`/document_request/${'a'.repeat(43)}`, {
      method: 'POST',
      body: large,
      headers: { Origin: app.origin, ...urlEncoded },
    });
    expect(response.status).toBe(413);
    const html = await response.text();
    expect(html).toContain('This form is too large');
    expect(html).toContain('A form without files can be 1 MB at most');
    expect(html).toContain('Go back, shorten the text, then send it again.');
  });

  it('is counted where it is not declared', async () => {
    let sent = 0;
    const endless = (most: number) =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (sent >= most) return controller.close();
          sent += 64 * 1024;
          controller.enqueue(new Uint8Array(64 * 1024).fill(32));
        },
      });
    const send = (most: number) => {
      sent = 0;
      return withLimitedBody(
        new Request('http://localhost/logout', {
          method: 'POST',
          body: endless(most),
          headers: urlEncoded,
          duplex: 'half',
        } as RequestInit),
      );
    };
    expect(await send(2 * maxBodyBytes)).toBeUndefined();
    const small = await send(maxBodyBytes);
    expect((await small?.arrayBuffer())?.byteLength).toBe(maxBodyBytes);
  });

  it('does not apply to the listed uploads, as multipart alone', async () => {
    const known = new Set((await allRoutes()).map(({ path }) => path));
    const api = endpoints.filter(({ upload }) => upload).map(({ path }) => `/api/v1${path}`);
    const named = streamingUploads;
    expect(named.filter((path) => !path.startsWith('/api/')).filter((path) => !known.has(path))).toEqual([]);
    expect(named.filter((path) => path.startsWith('/api/')).sort()).toEqual(api.sort());
    const at = (url: string, type: string) => isStreamingUpload(url, type);
    const multipart = 'multipart/form-data; boundary=form';
    expect(at(`/documents/of/client/${id}`, multipart)).toBe(true);
    expect(at(`/documents/of/client/${id}.data`, multipart)).toBe(true);
    expect(at('/settings/lists', multipart)).toBe(true);
    for (const [url, type] of [
      [`/documents/of/client/${id}`, 'application/x-www-form-urlencoded'],
      [`/documents/of/client/${id}/more`, multipart],
      ['/settings/team', multipart],
      ['/settings', multipart],
      ['/clients', multipart],
      [`/document_request/${id}/address-lookup`, multipart],
      ['/logout', multipart],
    ] as const) {
      expect([url, at(url, type)]).toEqual([url, false]);
    }
  });
});
