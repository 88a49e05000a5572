import { searchTerms } from '#rules/name-matching/name-normalisation.ts';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { Lookup } from '../record/store.ts';
import { type Condition, readSimilarWords } from './search-store.ts';

/** A parsed search text. Empty conditions match no client. */
export interface SearchQuery {
  /** Every word occurs in a name as typed. */
  exact: Condition[];
  exactWords: string[];
  /** Every word occurs in a name as typed, or is a prefix of a name's word. */
  direct: Condition[];
  /** The same with typing errors tolerated: used only if `direct` finds few. */
  near: Condition[];
  /** Identifiers, email, phone and external id that the text could be. */
  lookUps: Lookup[];
}

/** Maximum words of a search, and minimum length for prefix and approximate matching. */
const maxWords = 8;
const minFuzzyWordLength = 3;
const maxWordLength = 64;

/** Digits of any of a client's register numbers; possible numbers are looked up as each kind. */
function identifierLookups(text: string): Lookup[] {
  const digits = text.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
  if (!/^\d{2,13}$/.test(digits)) return [];
  const companyNumber = digits.replace(/^0+/, '');
  return [
    { column: 'nzbn', value: digits },
    { column: 'abn', value: digits },
    { column: 'acn', value: digits },
    { column: 'arbn', value: digits },
    { column: 'nz_company_number', value: companyNumber },
  ];
}

/** Possible meanings of a search text besides a name. */
function getLookUps(text: string): Lookup[] {
  const lookUps = identifierLookups(text);
  for (const value of new Set([text, text.toUpperCase(), text.toLowerCase()])) {
    lookUps.push({ column: 'external_id', value });
  }
  const phone = /^[+(\d]/.test(text) ? checkPhoneNumber(text) : undefined;
  if (phone?.ok) lookUps.push({ column: 'phone', value: phone.value });
  // An @ or a dot ("jane.smi") indicates the start of an email address.
  if (/^\S{3,}$/.test(text) && /[@.]/.test(text)) {
    lookUps.push({ column: 'email', value: text.toLowerCase(), prefix: true });
  }
  return lookUps;
}

type Likenesses = Map<string, number>;

/** For each search word, similar words of the company's client names. */
async function wordsLike(trx: Trx, words: readonly string[]): Promise<Map<string, Likenesses>> {
  const found: Likenesses[] = words.map(() => new Map());
  if (words.length === 0) return new Map();
  for (const { asked_position, word, likeness: similarity } of await readSimilarWords(trx, words)) {
    const words = found[asked_position - 1];
    if (words && (words.get(word) ?? 0) < similarity) words.set(word, similarity);
  }
  return new Map(words.map((word, position) => [word, found[position] ?? new Map()]));
}

const isShort = (word: string) => [...word].length < minFuzzyWordLength;

/** Minimum similarity of equal words and prefixes; lower values are typing errors. */
const directSimilarity = 0.9;

function conditionFor(likenesses: Likenesses, least: number): Condition | undefined {
  const likeness = Object.fromEntries([...likenesses].filter(([, value]) => value >= least));
  return Object.keys(likeness).length > 0 ? { likeness } : undefined;
}

/** All of the conditions, or none if one of them cannot be met. */
function allOrNone(conditions: (Condition | undefined)[]): Condition[] {
  return conditions.every((condition) => condition !== undefined) ? (conditions as Condition[]) : [];
}

/** The words of a text used in a search. */
function getWords(text: string): string[] {
  if (text.includes('@')) return [];
  const words = searchTerms(text).map((word) => [...word].slice(0, maxWordLength).join(''));
  return [...new Set(words)].slice(0, maxWords);
}

function getConditions(
  words: readonly string[],
  like: Map<string, Likenesses>,
): Omit<SearchQuery, 'lookUps'> {
  const getLikenesses = (word: string) => like.get(word) ?? new Map();
  const exact = words.map((word) => conditionFor(getLikenesses(word), 1));
  const onlyWord = words.length === 1 ? words[0] : undefined;
  if (onlyWord !== undefined && isShort(onlyWord)) {
    return { exact: allOrNone(exact), exactWords: [onlyWord], direct: [{ sortStart: onlyWord }], near: [] };
  }
  const someLong = words.some((word) => !isShort(word));
  const direct = words.map((word, position) => {
    if (!isShort(word)) return conditionFor(getLikenesses(word), directSimilarity);
    return someLong || exact[position] === undefined ? { start: word } : exact[position];
  });
  const near = words.map((word, position) =>
    isShort(word) ? direct[position] : conditionFor(getLikenesses(word), 0),
  );
  // A search for initials only would scan every client.
  const anchored = (conditions: Condition[]) =>
    conditions.some((condition) => 'likeness' in condition) ? conditions : [];
  return {
    exact: allOrNone(exact),
    exactWords: [...words],
    direct: anchored(allOrNone(direct)),
    near: anchored(near.filter((condition) => condition !== undefined)),
  };
}

/**
 * Parses search texts into conditions on the words of names, and look-ups.
 *
 * Words of three letters and more are compared with the words of the company's client names. Shorter ones would match
 * thousands: beside a longer word they are treated as initials ("j smith"); alone they match exactly ("Li", "Wu") or as a
 * prefix of the client's sort name. If typing errors are tolerated, words without any similar word are ignored, so that
 * "Jane Smith Auckland" still finds Jane Smith.
 */
export async function getSearchQueries(trx: Trx, texts: readonly string[]): Promise<SearchQuery[]> {
  const searches = texts.map((text) => ({ text: text.trim(), words: getWords(text) }));
  const like = await wordsLike(trx, [...new Set(searches.flatMap(({ words }) => words))]);
  return searches.map(({ text, words }) => ({ ...getConditions(words, like), lookUps: getLookUps(text) }));
}
