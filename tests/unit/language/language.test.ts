import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { getStrings, type ProductString, productStrings } from '#tests/support/product-strings.ts';
import { retiredPhrases } from './retired-phrases.ts';

const getLines = (name: string): string[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

const getLine = ({ file, text }: ProductString) => `${file}: ${text}`;

/** Strings with the same text and another meaning: a column of a database, a name in a list of countries. */
const stringExceptions = getLines('string-exceptions.txt');
const phraseExceptions = getLines('phrase-exceptions.txt');
const retiredStrings = new Set(getLines('retired-strings.txt'));

function withRetiredPhrase(strings: readonly ProductString[]): string[] {
  const found = strings.filter(
    ({ text }) => / /.test(text) && retiredPhrases.some(({ phrase }) => phrase.test(text)),
  );
  return [...new Set(found.map(getLine))];
}

describe('product strings', () => {
  const all = productStrings();

  test('no string was retired by docs/glossary.md', () => {
    const found = new Set(all.filter(({ text }) => retiredStrings.has(text)).map(getLine));
    expect([...found].filter((line) => !stringExceptions.includes(line))).toEqual([]);
    expect(stringExceptions.filter((line) => !found.has(line))).toEqual([]);
  });

  test('no string contains a retired phrase except the listed exceptions, all of which exist', () => {
    const found = new Set(withRetiredPhrase(all));
    expect([...found].filter((line) => !phraseExceptions.includes(line))).toEqual([]);
    expect(phraseExceptions.filter((line) => !found.has(line))).toEqual([]);
  });
});

describe('extracting strings from a source', () => {
  const read = (source: string) => getStrings('a.tsx', source).map(({ text }) => text);

  test('finds literals, template parts and text between tags, with white space as one space', () => {
    expect(read('const a = "One"; const b = `Two ${a} three`;')).toEqual(['One', 'Two', 'three']);
    expect(read('const a = <p title="Four">\n  Five\n  six {"seven"}\n</p>;')).toEqual([
      'Four',
      'Five six',
      'seven',
    ]);
  });

  test('excludes module specifiers, types, comments and tagged templates such as SQL', () => {
    expect(
      read('import a from "somebody"; type B = "kept"; /* given */ const c = sql`ask ${a} for`;'),
    ).toEqual([]);
  });
});
