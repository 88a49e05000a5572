import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isMessageSection, messageSections } from '#app/flash.ts';
import { clientSections } from '#rules/clients/client-tabs.ts';

const app = fileURLToPath(new URL('../../../app', import.meta.url));
const sources = readdirSync(app, { recursive: true })
  .map(String)
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(app, path), 'utf8') }));
const texts = sources.map(({ text }) => text);

/** Modules whose forms lead on without a message, each with the reason. */
const leadingOn = [
  // Signing in and up, where the next page is the message.
  'session/sign-in.server.ts',
  'session/after-sign-in/second-factor-forms.server.ts',
  'session/sign-up.server.ts',
  // Proving again that it is you, on a page that says what waits for it.
  'session/posted-forms.server.ts',
  // The recipient's own page, which says in its address what was saved.
  'routes/public-document-request/actions.server.ts',
  'routes/public-document-request/save-items.server.ts',
  // The next step of an import, on a page of its own.
  'routes/clients/import/import-actions.server.ts',
  'routes/clients/import/upload.server.ts',
  // The progress of a bulk action, on a page of its own.
  'routes/clients/bulk/bulk.server.ts',
];

describe('sections that show the message of what was done in them', () => {
  it.each(messageSections)('%s has its message where its id is', (section) => {
    const showing = texts.filter((text) => text.includes(`<SectionMessage at="${section}" />`));
    expect(showing.length).toBeGreaterThan(0);
    for (const text of showing) expect(text).toContain(`id="${section}"`);
  });

  it('are those of a client’s page that show one: a message to any other is at the top', () => {
    const showing = Object.keys(clientSections).filter((section) =>
      texts.some((text) => text.includes(`<SectionMessage at="${section}" />`)),
    );
    expect(showing.length).toBeGreaterThan(5);
    expect(Object.keys(clientSections).filter(isMessageSection)).toEqual(showing);
  });

  it('are the only targets of messages', () => {
    const sent = texts
      .filter((text) => /redirectWithFlash\(|screenForms</.test(text))
      .flatMap((text) =>
        [...text.matchAll(/(?:#|clientSectionUrl\([^']*')([a-z]+)(?=[`'])/g)].map(([, place = '']) => place),
      );
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((place) => !isMessageSection(place))).toEqual([]);
  });

  it('is sent by every form, but where the next page stands for it', () => {
    const silent = sources
      .filter(({ text }) => /return redirect\(|\? redirect\(/.test(text))
      .map(({ path }) => path)
      .filter((path) => path !== 'flash.server.ts');
    expect(silent.sort()).toEqual([...leadingOn].sort());
  });

  it('treats a match card as a section and ignores other ids', () => {
    expect(isMessageSection('match-0198c0de-0000-7000-8000-000000000000')).toBe(true);
    for (const other of ['', 'match-', 'match-x', 'nowhere', 'constructor'])
      expect(isMessageSection(other)).toBe(false);
  });
});
