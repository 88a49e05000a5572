import { normaliseIdentifier } from '#rules/identifiers/check-result.ts';
import { type ClientIdentifierType, clientIdentifierLabels } from '#rules/identifiers.ts';
import { nameSimilarity } from '#rules/jaro-winkler.ts';
import { normaliseName, searchTerms } from '#rules/name-normalisation.ts';
import type { ClientKind } from './client-types.ts';

/**
 * What two clients are compared by. `names`: the full name first, then an individual's other or a business's trading names; each as
 * the person writes it. `tradingNames` are a sole trader's, which are no names of the person.
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

/** Words of a business's name that say its legal form, not which business it is. */
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

/** What forms that want two names make of a person of one: "first name unknown", "last name unknown". */
const placeholderNames = new Set(['fnu', 'lnu']);

/** Words that tell a name from others. "Suharto" is also written "FNU Suharto" and "Suharto Suharto". */
function getWords(name: string, kind: ClientKind): string[] {
  const words = searchTerms(name);
  const telling =
    kind === 'business'
      ? words.filter((word) => !legalForms.has(word))
      : [...new Set(words)].filter((word) => !placeholderNames.has(word));
  if (telling.length > 0) return telling;
  return words.length > 0 ? words : [normaliseName(name).toLowerCase()].filter((word) => word !== '');
}

/** The best likeness of any name of one to any name of the other; 1 for the same words in any order. */
function bestNameLikeness(a: ComparableClient, b: ComparableClient): number {
  let best = 0;
  for (const one of a.names) {
    for (const other of b.names) {
      best = Math.max(best, nameSimilarity(getWords(one, a.kind), getWords(other, b.kind)));
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
    const valuesOf = (client: ComparableClient) =>
      (client.identifiers ?? [])
        .filter((identifier) => identifier.type === type)
        .map((identifier) => normaliseIdentifier(identifier.value))
        .filter((value) => value !== '');
    const [ours, theirs] = [valuesOf(a), valuesOf(b)];
    if (ours.some((value) => theirs.includes(value))) {
      reasons.push({ code: 'sameIdentifier', text: `Same ${clientIdentifierLabels[type]}`, score: 1 });
    } else if (ours.length > 0 && theirs.length > 0) {
      differ = true;
    }
  }
  return { reasons, differ: differ && reasons.length === 0 };
}

function compareNames(a: ComparableClient, b: ComparableClient, differ: boolean): Scored[] {
  // A sole trader and the company of the same name are two clients.
  if (a.kind !== b.kind) return [];
  const similarity = bestNameLikeness(a, b);
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

/** Sole traders alone: what a business trades as is among its names. */
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
  const email = (client: ComparableClient) => (client.email ?? '').normalize('NFC').trim().toLowerCase();
  const phone = (client: ComparableClient) => (client.phone ?? '').replace(/[^\d+]/g, '');
  // Couples and a firm's companies share a mailbox or a phone: where something else tells them apart, it says little.
  if (email(a) !== '' && email(a) === email(b)) {
    reasons.push({ code: 'sameEmail', text: 'Same email address', score: differ ? 0.3 : 0.6 });
  }
  if (phone(a) !== '' && phone(a) === phone(b)) {
    reasons.push({ code: 'samePhone', text: 'Same phone number', score: differ ? 0.2 : 0.4 });
  }
  return reasons;
}

/**
 * How likely two records are one client, with the reasons in words that a person reads. The same register number, or the same
 * name and date of birth, is as good as certain; a similar name with the same date of birth is likely; the same name without
 * dates of birth, and the same email address, are possible enough to ask. Reasons together weigh more than each alone
 * (1 − Π(1 − score)). Symmetric, whatever the order of names and their words; a client is always a likely duplicate of itself.
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
