/** Extent of a check. A valid check digit never means that the number exists. */
export type Assurance = 'checkDigit' | 'formatOnly';

/** Valid identifier. `value` is stored, `display` is shown. */
type AcceptedIdentifier = {
  ok: true;
  value: string;
  display: string;
  assurance: Assurance;
  /** Warning to review; never blocks. */
  warning?: string;
};

export type RejectedIdentifier = { ok: false; problem: string };

export type IdentifierCheck = AcceptedIdentifier | RejectedIdentifier;

/** Maximum length including spaces; longer strings are rejected before parsing. */
const maxInputLength = 100;

const spacesAndDashes = /[\s\p{Z}\p{Pd}\u00ad\u200b\u2212]/gu;

/**
 * Normalises a written identifier: NFKC (full-width digits become ASCII), spaces and dashes removed, a–z upper-cased. Other
 * characters are preserved, so that a checker can reject them. Idempotent.
 */
export function normaliseIdentifier(text: string): string {
  let current = text;
  // Removing a dash can join a letter and a combining mark, which compose only in a second pass.
  for (;;) {
    const next = current
      .normalize('NFKC')
      .replace(spacesAndDashes, '')
      .replace(/[a-z]/g, (letter) => letter.toUpperCase());
    if (next === current) return current;
    current = next;
  }
}

export function invalidIdentifier(problem: string): RejectedIdentifier {
  return { ok: false, problem };
}

/** Wording of an identifier in messages: "an NZBN" at the start of a sentence and within it. */
export type Naming = { article: 'A' | 'An'; name: string };

/** Name within a sentence: "an NZBN". */
function withArticle({ article, name }: Naming): string {
  return `${article.toLowerCase()} ${name}`;
}

function nameCharacter(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return `“${character}”`;
  const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `an invisible or unusual character (U+${codePoint})`;
}

/** Returns the normalised characters, or an error message. `alphabet`: permitted characters. */
export function readCharacters(
  text: string,
  naming: Naming,
  alphabet: 'digits' | 'lettersAndDigits',
): { ok: true; characters: string } | RejectedIdentifier {
  if (text.length > maxInputLength)
    return invalidIdentifier(`That is too long for ${withArticle(naming)}. Enter the number alone.`);
  const characters = normaliseIdentifier(text);
  if (characters === '') return invalidIdentifier(`Enter ${withArticle(naming)}.`);
  const other = [...characters].find((c) => !(alphabet === 'digits' ? /^\d$/ : /^[0-9A-Z]$/).test(c));
  if (other !== undefined) {
    const allowed = alphabet === 'digits' ? 'digits only' : 'letters A to Z and digits only';
    return invalidIdentifier(
      `${naming.article} ${naming.name} has ${allowed}. Remove ${nameCharacter(other)}.`,
    );
  }
  if (/^0+$/.test(characters))
    return invalidIdentifier(`${naming.article} ${naming.name} is never all zeros. Check the number.`);
  return { ok: true, characters };
}

/** Error for a number whose check digit is wrong. */
export function wrongCheckDigit({ name }: Naming): RejectedIdentifier {
  return invalidIdentifier(
    `Invalid ${name}: check digit does not match. Check for a wrong or swapped digit.`,
  );
}

/** Error for a wrong number of digits: "An NZBN has 13 digits. You entered 12." */
export function wrongLength({ article, name }: Naming, expected: string, length: number): RejectedIdentifier {
  return invalidIdentifier(`${article} ${name} has ${expected}. You entered ${length}.`);
}

/** Σ weight × digit from the left, over as many digits as weights. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** Digits in groups of the given sizes: `inGroups('004085616', [3, 3, 3])` is "004 085 616". */
export function inGroups(digits: string, sizes: readonly number[], separator = ' '): string {
  const groups: string[] = [];
  let start = 0;
  for (const size of sizes) {
    groups.push(digits.slice(start, start + size));
    start += size;
  }
  return groups.filter((group) => group !== '').join(separator);
}
