import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { productStrings } from '#tests/support/product-strings.ts';
import { projectRoot } from '#tests/support/project-root.ts';
import { promises, statements } from './promises.ts';

/** Words by which a screen or an email says what follows from pressing a button. */
const promising =
  /\b(cannot be undone|no data is lost|(access|applies)\b.* at once|immediately|within minutes|stops? working|no longer (works?|applies|counts?|sent|changed)|permanently|signed out (here|everywhere)|loses? access|can sign in again|(stays?|remains?) (on record|in the (history|timeline)|readable|archived)|not affected|unaffected|will be (deleted|archived)|(is|are) deleted|are emailed|can work again|records are (closed|destroyed)|joins with)\b/i;

/** Screens, and emails to people. */
const isRead = (file: string) => file.startsWith('app/') || /(emails|email-templates)\.ts$/.test(file);

const found = new Set(
  productStrings()
    .sentences.filter(({ file }) => isRead(file))
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+/))
    .filter((sentence) => promising.test(sentence)),
);

it('has a test of each sentence that says what follows from an act', () => {
  const known = new Set([...Object.keys(promises), ...statements]);
  expect([...found].filter((sentence) => !known.has(sentence))).toEqual([]);
  expect([...known].filter((sentence) => !found.has(sentence))).toEqual([]);
});

it.each(Object.entries(promises))('“%s” names tests that exist', (_, tests) => {
  for (const [file, title] of tests) {
    expect(readFileSync(join(projectRoot, 'tests', file), 'utf8')).toContain(`('${title}', `);
  }
});
