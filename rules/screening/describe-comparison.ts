import type { NameComparison } from './compare-names.ts';
import type { WordPair } from './pair-words.ts';
import type { PreparedName } from './prepared-name.ts';

/** So many reasons are read; more are not. */
const mostReasons = 4;

function shown(name: PreparedName, places: readonly number[]): string {
  return places
    .flatMap((at) => name.words[at]?.text ?? [])
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}

const phrases: Readonly<
  Record<Exclude<WordPair['finding'], 'same'>, (one: string, other: string) => string>
> = {
  spelling: (one, other) => `${one} is spelt nearly like ${other}`,
  sound: (one, other) => `${one} sounds like ${other}`,
  nickname: (one, other) => `${one} and ${other} are forms of one name`,
  script: (one, other) => `${one} has the consonants of ${other}`,
  initial: (one, other) => `${one} and ${other} are a name and its initial`,
  short: (one, other) => `${one} and ${other} are words and their initials`,
  joined: (one, other) => `${one} and ${other} are one word and its parts`,
};

function isInOrder(pairs: readonly WordPair[]): boolean {
  const places = pairs
    .toSorted((x, y) => (x.one[0] ?? 0) - (y.one[0] ?? 0))
    .map((pair) => pair.other[0] ?? 0);
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
}

/**
 * What was seen of two names, in phrases: `Same words in another order`; `Scholze is spelt nearly like Scholz; only the list has Jr`.
 * Words appear in a–z, as they were compared.
 */
export function describeComparison(
  { pairs, onlyOne, onlyOther, formsDiffer }: NameComparison,
  one: PreparedName,
  other: PreparedName,
): string {
  if (pairs.length === 0) return 'No word in common';
  const reasons: string[] = [];
  const inOrder = isInOrder(pairs);
  const all = pairs.every((pair) => pair.finding === 'same') && onlyOne.length + onlyOther.length === 0;
  if (all && !formsDiffer) return inOrder ? 'Same name' : 'Same words in another order';
  if (onlyOne.length > 0 && onlyOther.length > 0) {
    reasons.push(`${shown(one, onlyOne)} stands against ${shown(other, onlyOther)}`);
  } else if (onlyOne.length > 0) {
    reasons.push(`The list does not have ${shown(one, onlyOne)}`);
  } else if (onlyOther.length > 0) {
    reasons.push(`Only the list has ${shown(other, onlyOther)}`);
  }
  if (!inOrder) reasons.push('Words in another order');
  if (formsDiffer) reasons.push('Another legal form');
  for (const pair of pairs.toSorted((x, y) => x.value - y.value)) {
    if (pair.finding === 'same') continue;
    reasons.push(phrases[pair.finding](shown(one, pair.one), shown(other, pair.other)));
  }
  if (reasons.length === 0) reasons.push('Same words');
  return reasons.slice(0, mostReasons).join('; ');
}
