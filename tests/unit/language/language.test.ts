import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  documentLines,
  getStrings,
  type ProductString,
  productStrings,
} from '#tests/support/product-strings.ts';
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
/** Fixed parts, of 12 characters or more, of retired strings with values in them. */
const retiredFragments = getLines('retired-fragments.txt');

const getUnique = (strings: readonly ProductString[]): string[] => [...new Set(strings.map(getLine))];

const withRetiredPhrase = (strings: readonly ProductString[]): ProductString[] =>
  strings.filter(({ text }) => / /.test(text) && retiredPhrases.some(({ phrase }) => phrase.test(text)));

const withRetiredFragment = (strings: readonly ProductString[]): ProductString[] =>
  strings.filter(({ text }) => retiredFragments.some((fragment) => text.includes(fragment)));

describe('product strings', () => {
  const { parts, sentences } = productStrings();

  test('no string is one that docs/glossary.md retired', () => {
    const found = getUnique([...parts, ...sentences].filter(({ text }) => retiredStrings.has(text)));
    expect(found.filter((line) => !stringExceptions.includes(line))).toEqual([]);
    expect(stringExceptions.filter((line) => !found.includes(line))).toEqual([]);
  });

  test('no sentence contains a fixed part of a retired one', () => {
    expect(getUnique(withRetiredFragment(sentences))).toEqual([]);
  });

  test('no sentence contains a retired phrase except the listed exceptions, all of which exist', () => {
    const found = getUnique(withRetiredPhrase(sentences));
    expect(found.filter((line) => !phraseExceptions.includes(line))).toEqual([]);
    expect(phraseExceptions.filter((line) => !found.includes(line))).toEqual([]);
  });
});

describe('documents', () => {
  const lines = documentLines();

  test('no line contains a fixed part of a retired string, or a retired phrase', () => {
    expect(getUnique([...withRetiredFragment(lines), ...withRetiredPhrase(lines)])).toEqual([]);
  });
});

describe('extracting strings from a source', () => {
  const read = (source: string) => getStrings('a.tsx', source).parts.map(({ text }) => text);
  const readMessages = (source: string) => getStrings('a.tsx', source).sentences.map(({ text }) => text);

  test('finds literals, template parts and text between tags, with white space as one space', () => {
    expect(read('const a = "One"; const b = `Two ${a} three`;')).toEqual(['One', 'Two', 'three']);
    expect(read('const a = <p title="Four">\n  Five\n  six {"seven"}\n</p>;')).toEqual([
      'Four',
      'Five six',
      'seven',
    ]);
  });

  test('leaves out module specifiers, types, comments and statements of SQL', () => {
    const source = 'import a from "somebody"; type B = "kept"; /* given */ const c = sql<A>`ask ${a} for`;';
    expect([read(source), readMessages(source)]).toEqual([[], []]);
  });

  test('reads a template, and what an element holds, as one sentence', () => {
    expect(readMessages('const a = `Two ${b} three`;')).toEqual(['Two {} three']);
    expect(
      readMessages('const a = <p>What was{" "}<a href="b">saved</a> since {c}<ul><li>Four</li></ul></p>;'),
    ).toEqual(['What was saved since {}', 'b', 'Four']);
  });

  test('reads markup without its tags, and a program in a string as a program', () => {
    expect(readMessages('html`<h1>One</h1><p>Two <b>${a}</b> three</p>`')).toEqual(['One', 'Two {} three']);
    expect(readMessages("String.raw`// kept\nconst a = 'Entry ' + b;`")).toEqual(['Entry']);
  });
});
