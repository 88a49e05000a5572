import { expect, it } from 'vitest';
import { sentenceCase, wordsOfKey } from '#rules/format/text.ts';

it.each([
  ['partlySubmitted', 'Partly submitted'],
  ['pepStatus', 'PEP status'],
  ['earlierCdd', 'Earlier CDD'],
  ['nzbn', 'NZBN'],
  ['abnOrAcn', 'ABN or ACN'],
  ['documentId', 'Document ID'],
  // No acronym: a word that begins like one.
  ['peppered', 'Peppered'],
  ['owners 2, legalName', 'Owners 2, legal name'],
])('writes the key %s as %s', (key, words) => {
  expect(sentenceCase(wordsOfKey(key))).toBe(words);
});
