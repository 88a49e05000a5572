import { normaliseIdentifier } from '#rules/identifiers/check-result.ts';
import { toAsciiAddress } from '#rules/identifiers/email-addresses.ts';
import { type ClientIdentifierType, clientIdentifierLabels } from '#rules/identifiers/identifiers.ts';
import { nameSimilarity } from '#rules/name-matching/jaro-winkler.ts';
import { normaliseName, searchTerms } from '#rules/name-matching/name-normalisation.ts';
import type { ClientKind } from './client-types.ts';

/**
 * Values by which two clients are compared. `names`: the full name first, then an individual's other names or a business's trading
 * names, each as written. `tradingNames` are a sole trader's, which are not names of the person.
 */
export type ComparableClient = {
  kind: ClientKind;
  names: readonly string[];
  tradingNames?: readonly string[];
  dateOfBirth?: string | null;
  identifiers?: readonly { type: ClientIdentifierType; value: string }[];
  email?: string | null;
  /** E.164. */
  phone?: string | null;
};

type DuplicateReasonCode =
  | 'sameIdentifier'
  | 'sameNameAndBirth'
  | 'similarNameAndBirth'
  | 'sameName'
  | 'similarName'
  | 'sameTradingName'
  | 'sameEmail'
  | 'samePhone';

type DuplicateReason = { code: DuplicateReasonCode; text: string };

/** `score` from 0 to 1, `reasons` strongest first; a `likely` duplicate must be confirmed before saving. */
export type DuplicateFinding = { likely: boolean; score: number; reasons: DuplicateReason[] };

/** Minimum score of a warning. Our proposal, like the weights below; no standard is published. */
const likelyDuplicateScore = 0.6;

type Scored = DuplicateReason & { score: number };

/** Words of a business's name for its legal form, which do not identify the business. */
const legalForms = new Set([
  'limited',
  'ltd',
  'pty',
  'proprietary',
  'incorporated',
  'inc',
  'company',
  'co',
  'lp',
  'llc',
  'the',
]);

const similarName = 0.88;

/** Placeholders for mononyms in forms that require two names: "first name unknown", "last name unknown". */
const placeholderNames = new Set(['fnu', 'lnu']);

/** Compared characters of a name; the longest that a client can have is shorter. */
const maxNameCharacters = 2_000;

/** Distinguishing words of a name. "Suharto" is also written "FNU Suharto" and "Suharto Suharto". */
function getWords(name: string, kind: ClientKind): string[] {
  const words = searchTerms(name.slice(0, maxNameCharacters));
  const telling =
    kind === 'business'
      ? words.filter((word) => !legalForms.has(word))
      : [...new Set(words)].filter((word) => !placeholderNames.has(word));
  if (telling.length > 0) return telling;
  return words.length > 0
    ? words
    : [normaliseName(name.slice(0, maxNameCharacters)).toLowerCase()].filter((word) => word !== '');
}

/** The highest similarity of any two names of the two clients; 1 for the same words in any order. */
function bestNameSimilarity(a: ComparableClient, b: ComparableClient): number {
  let best = 0;
  for (const name of a.names) {
    for (const other of b.names) {
      best = Math.max(best, nameSimilarity(getWords(name, a.kind), getWords(other, b.kind)));
    }
  }
  return best;
}

function compareIdentifiers(
  a: ComparableClient,
  b: ComparableClient,
): { reasons: Scored[]; differ: boolean } {
  const reasons: Scored[] = [];
  let differ = false;
  for (const type of Object.keys(clientIdentifierLabels) as ClientIdentifierType[]) {
    const getValues = (client: ComparableClient) =>
      (client.identifiers ?? [])
        .filter((identifier) => identifier.type === type)
        .map((identifier) => normaliseIdentifier(identifier.value))
        .filter((value) => value !== '');
    const [ours, theirs] = [getValues(a), getValues(b)];
    if (ours.some((value) => theirs.includes(value))) {
      reasons.push({ code: 'sameIdentifier', text: `Same ${clientIdentifierLabels[type]}`, score: 1 });
    } else if (ours.length > 0 && theirs.length > 0) {
      differ = true;
    }
  }
  return { reasons, differ: differ && reasons.length === 0 };
}

function compareNames(a: ComparableClient, b: ComparableClient, differ: boolean): Scored[] {
  // A sole trader and a company of the same name are two clients.
  if (a.kind !== b.kind) return [];
  const similarity = bestNameSimilarity(a, b);
  const same = similarity > 0.999_999;
  if (!same && similarity < similarName) return [];
  if (a.kind === 'individual') {
    const bothBorn = Boolean(a.dateOfBirth) && Boolean(b.dateOfBirth);
    if (bothBorn && a.dateOfBirth === b.dateOfBirth) {
      return same
        ? [{ code: 'sameNameAndBirth', text: 'Same name and date of birth', score: 0.98 }]
        : [{ code: 'similarNameAndBirth', text: 'Similar name and same date of birth', score: 0.85 }];
    }
    if (bothBorn)
      return same ? [{ code: 'sameName', text: 'Same name, different date of birth', score: 0.3 }] : [];
    return same
      ? [{ code: 'sameName', text: 'Same name, date of birth not known for both', score: 0.65 }]
      : [{ code: 'similarName', text: 'Similar name, date of birth not known for both', score: 0.4 }];
  }
  if (differ)
    return [
      {
        code: same ? 'sameName' : 'similarName',
        text: `${same ? 'Same' : 'Similar'} name, different registration numbers`,
        score: 0.3,
      },
    ];
  return same
    ? [{ code: 'sameName', text: 'Same name', score: 0.8 }]
    : [{ code: 'similarName', text: 'Similar name', score: 0.6 }];
}

/** Sole traders only: a business's trading names are among its names. */
function compareTradingNames(a: ComparableClient, b: ComparableClient, differ: boolean): Scored[] {
  const isSame = (a.tradingNames ?? []).some((tradingName) =>
    (b.tradingNames ?? []).some(
      (other) => nameSimilarity(getWords(tradingName, 'business'), getWords(other, 'business')) > 0.999_999,
    ),
  );
  return isSame ? [{ code: 'sameTradingName', text: 'Same trading name', score: differ ? 0.3 : 0.6 }] : [];
}

function compareContacts(a: ComparableClient, b: ComparableClient, differ: boolean): Scored[] {
  const reasons: Scored[] = [];
  const email = (client: ComparableClient) =>
    toAsciiAddress((client.email ?? '').normalize('NFC').trim().toLowerCase());
  const phone = (client: ComparableClient) => (client.phone ?? '').replace(/[^\d+]/g, '');
  // Couples and related companies share mailboxes and phones: if other values differ, a shared one is weak evidence.
  if (email(a) !== '' && email(a) === email(b)) {
    reasons.push({ code: 'sameEmail', text: 'Same email address', score: differ ? 0.3 : 0.6 });
  }
  if (phone(a) !== '' && phone(a) === phone(b)) {
    reasons.push({ code: 'samePhone', text: 'Same phone number', score: differ ? 0.2 : 0.4 });
  }
  return reasons;
}

/**
 * Probability that two records are one client, with reasons for display. The same register number, or the same name and date
 * of birth, is nearly certain; a similar name with the same date of birth is likely; the same name without dates of birth, and
 * the same email address, are possible. Reasons combine as 1 − Π(1 − score). Symmetric, regardless of the order of names and
 * words; a client is always a likely duplicate of itself.
 */
export function compareForDuplicate(a: ComparableClient, b: ComparableClient): DuplicateFinding {
  const identifiers = compareIdentifiers(a, b);
  const bornApart = Boolean(a.dateOfBirth) && Boolean(b.dateOfBirth) && a.dateOfBirth !== b.dateOfBirth;
  const differ = identifiers.differ || bornApart || a.kind !== b.kind;
  const found = [
    ...identifiers.reasons,
    ...compareNames(a, b, identifiers.differ),
    ...compareTradingNames(a, b, differ),
    ...compareContacts(a, b, differ),
  ].sort((x, y) => y.score - x.score);
  const score =
    Math.round((1 - found.reduce((rest, reason) => rest * (1 - reason.score), 1)) * 10_000) / 10_000;
  return {
    likely: score >= likelyDuplicateScore,
    score,
    reasons: found.map(({ code, text }) => ({ code, text })),
  };
}

/** The likely duplicates of a candidate among existing clients, the strongest first. */
export function likelyDuplicates<T extends ComparableClient>(
  candidate: ComparableClient,
  existing: readonly T[],
): { client: T; finding: DuplicateFinding }[] {
  return existing
    .map((client) => ({ client, finding: compareForDuplicate(candidate, client) }))
    .filter(({ finding }) => finding.likely)
    .sort((x, y) => y.finding.score - x.finding.score);
}
