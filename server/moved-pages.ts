import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { readRemainder } from '#app/body-limit.server.ts';
import { clientTabUrl, getClientTab } from '#rules/clients/client-tabs.ts';
import { adminSessionsUrl, companySupportUrl } from '#rules/pages/admin-pages.ts';
import { bulkActionsUrl, clientImportUrl } from '#rules/pages/client-list-pages.ts';
import {
  alertUrl,
  monitoringPages,
  monitoringUrl,
  reviewUrl,
  worklistUrl,
} from '#rules/pages/monitoring-pages.ts';
import { settingsPages, settingsUrl } from '#rules/pages/settings-pages.ts';

/** Path of the page that a former query named; removes the parameters that named it. */
type PathOfMoved = (query: URLSearchParams, path: string) => string | undefined;

/** Reads and removes a parameter. */
function take(query: URLSearchParams, name: string): string | null {
  const value = query.get(name);
  query.delete(name);
  return value;
}

/** Path that no page has: it is reported with the navigation of its area. */
const unknownIn = (area: string, view: string) => `${area}/${encodeURIComponent(view || 'unknown')}`;

const settingsPath: PathOfMoved = (query) => {
  const view = take(query, 'view');
  if (view === null) return undefined;
  const page = settingsPages.find((known) => known === view);
  return page === undefined ? unknownIn('/settings', view) : settingsUrl(page);
};

const monitoringPath: PathOfMoved = (query) => {
  if (!['view', 'alert', 'review'].some((name) => query.has(name))) return undefined;
  const [view, alert, review] = [take(query, 'view'), take(query, 'alert'), take(query, 'review')];
  if (alert !== null) return alertUrl(encodeURIComponent(alert));
  if (review !== null) return reviewUrl(encodeURIComponent(review));
  const worklist = view === 'worklists' ? take(query, 'worklist') : null;
  if (worklist !== null) return worklistUrl(encodeURIComponent(worklist));
  const page = monitoringPages.find((known) => known === (view ?? 'alerts'));
  return page === undefined ? unknownIn('/monitoring', view ?? '') : monitoringUrl(page);
};

const clientsPath: PathOfMoved = (query) => {
  const view = take(query, 'view');
  if (view === 'import') return clientImportUrl();
  return view === 'bulk' ? bulkActionsUrl() : undefined;
};

const clientTabPath: PathOfMoved = (query, path) => {
  const tab = getClientTab(query);
  const isNamed = query.has('tab');
  query.delete('tab');
  return isNamed || tab !== 'overview' ? clientTabUrl(path.slice('/clients/'.length), tab) : undefined;
};

const viewPath =
  (view: string, toPath: (path: string) => string): PathOfMoved =>
  (query, path) =>
    take(query, 'view') === view ? toPath(path) : undefined;

/** Pages that were a parameter of another page's URL. Their addresses are in emails, bookmarks and stored notifications. */
const movedPages: readonly { at: RegExp; toPath: PathOfMoved }[] = [
  { at: /^\/settings$/, toPath: settingsPath },
  { at: /^\/monitoring$/, toPath: monitoringPath },
  { at: /^\/clients$/, toPath: clientsPath },
  { at: /^\/clients\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, toPath: clientTabPath },
  { at: /^\/admin\/home$/, toPath: viewPath('sessions', () => adminSessionsUrl()) },
  {
    at: /^\/admin\/companies\/[^/]+$/,
    toPath: viewPath('support', (path) => companySupportUrl(path.slice('/admin/companies/'.length))),
  },
];

/** The URL, from its path on, of the page that `path` and `query` named before; undefined if they name none that moved. */
export function movedUrl(path: string, query: URLSearchParams): string | undefined {
  const others = new URLSearchParams(query);
  const toPath = movedPages.find(({ at }) => at.test(path))?.toPath(others, path);
  return toPath === undefined || others.size === 0 ? toPath : `${toPath}?${others}`;
}

const dataSuffix = /\.data$/;

/** With `.data` after its path, as the script of a page requests it. */
function toDataUrl(url: string): string {
  const [path, search] = url.split('?', 2);
  return `${path}.data${search === undefined ? '' : `?${search}`}`;
}

/**
 * Redirects requests of former addresses, before their bodies are read. A form is posted again to the new address (307), with its
 * request key. The script of a page loaded before cannot show the data of a page that it does not know, so it is told to load the document.
 */
export function redirectMovedPages(web: Hono<{ Bindings: HttpBindings }>): void {
  // Asked by the script of such a page for routes it does not know: it loads the document instead.
  web.get('/__manifest', (c) => c.body(null, 204, { 'X-Remix-Reload-Document': 'true' }));
  web.use('*', async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url);
    const isData = dataSuffix.test(pathname);
    const url = movedUrl(pathname.replace(dataSuffix, ''), searchParams);
    if (url === undefined) return next();
    c.header('Cache-Control', 'no-store');
    if (c.req.method === 'GET' || c.req.method === 'HEAD')
      return c.redirect(isData ? `/moved.data?to=${encodeURIComponent(url)}` : url, 302);
    // A browser that is disconnected while it sends follows no redirect.
    if (c.req.raw.body !== null) await readRemainder(c.req.raw.body.getReader());
    return c.redirect(isData ? toDataUrl(url) : url, 307);
  });
}
