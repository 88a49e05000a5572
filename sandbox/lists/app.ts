import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import type { NodeEnv } from '../listen.ts';
import { formPageStyles, sandboxPages } from '../page.ts';
import { publishedFiles } from './files.ts';
import { getEntries, isListKey, type ListKey, listKeys } from './listed.ts';

const names: Record<ListKey, string> = {
  un: 'UN Security Council Consolidated List',
  ofac: 'OFAC Specially Designated Nationals',
  dfat: 'DFAT Consolidated List',
  nzPolice: 'NZ Police list of designated terrorist entities',
  nzRussia: 'NZ Russia sanctions register',
};

const getList = (text: string) => (isListKey(text) ? text : undefined);

const editionsSchema = z.partialRecord(z.enum(listKeys), z.int().min(1).max(500));

/** The sandbox publishers of lists. */
export interface ListPublishers {
  /** Serves the files at `/<list>/<file name>`. */
  app: Hono<NodeEnv>;
  /** `/sandbox/lists`: the published editions, with a button for the next edition of each list. */
  pages: Hono<NodeEnv>;
  /** URLs of the files by list, below the base URL of the app. */
  urls(base: string): Promise<Record<ListKey, string[]>>;
}

const show = sandboxPages(`${formPageStyles}
li { padding: 12px 0; border-top: 1px solid #d9dedf; }
ul { list-style: none; margin: 16px 0 0; padding: 0; }
`);

/** Opens the publishers; the current edition of each is stored in `stateDir`. */
export function openListPublishers({ stateDir }: { stateDir: string }): ListPublishers {
  mkdirSync(stateDir, { recursive: true });
  const file = join(stateDir, 'editions.json');
  const stored = () => {
    try {
      return editionsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      return {};
    }
  };
  let editions: Partial<Record<ListKey, number>> = stored();
  const getEdition = (key: ListKey) => editions[key] ?? 1;
  const publishNext = (key: ListKey) => {
    editions = { ...editions, [key]: Math.min(500, getEdition(key) + 1) };
    writeFileSync(`${file}.new`, JSON.stringify(editions));
    renameSync(`${file}.new`, file);
  };

  const app = new Hono<NodeEnv>();
  app.get('/:list/:file', async (c) => {
    const key = getList(c.req.param('list'));
    const files = key === undefined ? [] : await publishedFiles(key, getEdition(key));
    const found = files.find(({ name }) => name === c.req.param('file'));
    if (found === undefined) return c.text('Not found', 404);
    return c.body(new Uint8Array(found.body), 200, { 'Content-Type': found.contentType });
  });

  const pages = new Hono<NodeEnv>();
  pages.get('/sandbox/lists', (c) =>
    show(
      c,
      'Screening lists',
      html`<p>Small lists in each publisher’s form. All entries are invented. Assay fetches them each day, as it fetches the real ones.</p>
<ul>${listKeys.map(
        (key) =>
          html`<li><strong>${names[key]}</strong>, edition ${getEdition(key)}, ${getEntries(key, getEdition(key)).length} entries
<form method="post" action="/sandbox/lists/${key}"><button type="submit">Publish the next edition</button></form></li>`,
      )}</ul>`,
    ),
  );
  pages.post('/sandbox/lists/:list', (c) => {
    const key = getList(c.req.param('list'));
    if (key === undefined) return c.text('Not found', 404);
    publishNext(key);
    return c.redirect('/sandbox/lists', 303);
  });

  return {
    app,
    pages,
    urls: getUrls,
  };
}

/** URLs of each list's files. */
async function getUrls(base: string): Promise<Record<ListKey, string[]>> {
  const addresses = await Promise.all(
    listKeys.map(async (key) => [
      key,
      (await publishedFiles(key, 1)).map(({ name }) => `${base}/${key}/${name}`),
    ]),
  );
  return Object.fromEntries(addresses) as Record<ListKey, string[]>;
}
