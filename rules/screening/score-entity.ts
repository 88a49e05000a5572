import { countryName, isCountry } from '#rules/countries.ts';
import type { WordPairScore } from '#rules/name-matching/align-words.ts';
import { wordMatchScore } from '#rules/name-matching/word-match-score.ts';
import { compareReadings, type NameReadings, readName } from '#rules/screening/score-names.ts';
import { compareBirthDates } from './birth-dates.ts';
import { explainBirthDates } from './describe-birth-dates.ts';
import { describeComparison } from './describe-comparison.ts';
import type {
  BirthDateMatching,
  ListedEntity,
  ListedName,
  ListingTopic,
  NameQuality,
  ScreeningFeature,
  ScreeningSchema,
  ScreeningScore,
  ScreeningSubject,
} from './screening-records.ts';

/** Compared features. Stored with every screening, so that old scores can be explained. */
export const screeningAlgorithm = { name: 'assay-names', version: '3' } as const;

export interface ScoringOptions {
  birthDateMatching: BirthDateMatching;
  /** Scores below this are returned as 0, without features. */
  least?: number;
}

/**
 * Weights of OpenSanctions' logic-v2: the strongest main feature, name or identifier, and deductions. A weak alias is
 * one that its publisher marks as unreliable.
 */
const weights = { name: 1, weakAlias: 0.8, identifier: 0.85, otherCountry: -0.2, otherGender: -0.2 } as const;

/** Only equal kinds can match; a `LegalEntity` may be a person or an organisation. */
export function isComparable(a: ScreeningSchema, b: ScreeningSchema): boolean {
  if (a === b) return true;
  const pair = [a, b];
  return pair.includes('LegalEntity') && (pair.includes('Person') || pair.includes('Organization'));
}

function getNameWeight(quality: NameQuality): number {
  return quality === 'weakAlias' ? weights.weakAlias : weights.name;
}

export interface ReadListedName extends NameReadings {
  quality: NameQuality;
}

export function readListedName(schema: ScreeningSchema, { text, quality }: ListedName): ReadListedName {
  return { ...readName(schema, text), quality };
}

/** Maximum that other features add to a name: the points of an equal date of birth. */
export const maxAddedScore = 0.08;

/** Minimum length of an identifier; shorter numbers are not distinctive. */
const minIdentifierLength = 5;

/** Identifier without separators; empty if too short to identify. */
export function plainIdentifier(number: string): string {
  const plain = number
    .slice(0, 100)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return plain.length < minIdentifierLength ? '' : plain;
}

function round(points: number): number {
  return Math.round(points * 10_000) / 10_000;
}

function nameFeature(
  names: readonly NameReadings[],
  listed: readonly ReadListedName[],
  scoreWords: WordPairScore,
  least: number,
): ScreeningFeature | null {
  let best: { points: number; feature: () => ScreeningFeature } | null = null;
  for (const own of names) {
    for (const name of listed) {
      const found = compareReadings(own, name, scoreWords);
      if (found === null) continue;
      const points = round(found.comparison.score * getNameWeight(name.quality));
      if (best !== null && points <= best.points) continue;
      best = {
        points,
        feature: () => {
          const finding = describeComparison(found.comparison, found.one, found.other);
          return {
            name: 'name',
            subject: own.text,
            listed: name.text,
            value: round(found.comparison.score),
            points,
            finding: name.quality === 'weakAlias' ? `${finding}; the list calls it a weak alias` : finding,
          };
        },
      };
    }
  }
  return best === null || best.points + maxAddedScore < least ? null : best.feature();
}

function identifierFeature(subject: ScreeningSubject, entity: ListedEntity): ScreeningFeature | null {
  for (const own of subject.identifiers) {
    const plain = plainIdentifier(own.number);
    if (plain === '') continue;
    for (const listed of entity.identifiers) {
      if (plainIdentifier(listed.number) !== plain) continue;
      if (own.country !== undefined && listed.country !== undefined && own.country !== listed.country)
        continue;
      return {
        name: 'identifier',
        subject: own.number,
        listed: listed.number,
        value: 1,
        points: weights.identifier,
        finding: `Same number: ${listed.type}`,
      };
    }
  }
  return null;
}

function getCountryNames(codes: readonly string[]): string {
  return codes.map((code) => (isCountry(code) ? countryName(code) : code)).join(', ');
}

/** A difference without its points where the list states more than could be read, which may be the same. */
function unlessUnread(
  feature: ScreeningFeature | null,
  { unread }: ListedEntity,
  part: 'birthDate' | 'country',
): ScreeningFeature | null {
  if (feature === null || feature.points >= 0 || !unread?.includes(part)) return feature;
  return { ...feature, points: 0, finding: `${feature.finding}; another on the list could not be read` };
}

function countryFeature(subject: ScreeningSubject, entity: ListedEntity): ScreeningFeature | null {
  if (subject.countries.length === 0 || entity.countries.length === 0) return null;
  const common = subject.countries.find((code) => entity.countries.includes(code));
  return {
    name: 'country',
    subject: getCountryNames(subject.countries),
    listed: getCountryNames(entity.countries),
    value: common === undefined ? 0 : 1,
    points: common === undefined ? weights.otherCountry : 0,
    finding: common === undefined ? 'No country in common' : `Both ${getCountryNames([common])}`,
  };
}

function genderFeature(subject: ScreeningSubject, entity: ListedEntity): ScreeningFeature | null {
  if (subject.gender === undefined || entity.gender === undefined) return null;
  const isSame = subject.gender === entity.gender;
  return {
    name: 'gender',
    subject: subject.gender,
    listed: entity.gender,
    value: isSame ? 1 : 0,
    points: isSame ? 0 : weights.otherGender,
    finding: isSame ? 'Same gender' : 'Another gender',
  };
}

function birthDateFeature(
  subject: ScreeningSubject,
  entity: ListedEntity,
  matching: BirthDateMatching,
): ScreeningFeature | null {
  const { birthDate = '' } = subject;
  const found = compareBirthDates(birthDate, entity.birthDates, matching);
  if (found === null) return null;
  const { closest, among, finding, ...comparison } = found;
  const compared = explainBirthDates(birthDate, closest, { among, matching });
  return { name: 'birthDate', subject: birthDate, ...comparison, finding: `${finding}: ${compared}` };
}

/** The lesser main feature is shown with no points. */
function mainFeatures(features: readonly (ScreeningFeature | null)[]): ScreeningFeature[] {
  const found = features.filter((feature) => feature !== null).sort((a, b) => b.points - a.points);
  return found.map((feature, at) =>
    at === 0
      ? feature
      : { ...feature, points: 0, finding: `${feature.finding} (counted is the stronger ${found[0]?.name})` },
  );
}

/** Adds up the points, limited to 0..1; the feature that exceeds a limit loses the excess. */
function addUp(main: readonly ScreeningFeature[], qualifiers: readonly ScreeningFeature[]): ScreeningScore {
  let score = main[0]?.points ?? 0;
  const features = [...main];
  for (const qualifier of qualifiers) {
    const next = Math.min(1, Math.max(0, score + qualifier.points));
    features.push({ ...qualifier, points: round(next - score) });
    score = next;
  }
  return { score: round(score), features };
}

/**
 * Scores a subject against a listed entity whose names are prepared: the stronger of name and identifier, plus or minus
 * dates of birth, countries and gender.
 */
export function scoreRead(
  subject: ScreeningSubject,
  subjectNames: readonly NameReadings[],
  entity: ListedEntity,
  entityNames: readonly ReadListedName[],
  { birthDateMatching, least = 0 }: ScoringOptions,
  scoreWords: WordPairScore = wordMatchScore,
): ScreeningScore {
  if (!isComparable(subject.schema, entity.schema)) return { score: 0, features: [] };
  const main = mainFeatures([
    nameFeature(subjectNames, entityNames, scoreWords, least),
    identifierFeature(subject, entity),
  ]);
  if (main.length === 0 || main[0]?.points === 0) return { score: 0, features: main };
  const qualifiers = [
    unlessUnread(birthDateFeature(subject, entity, birthDateMatching), entity, 'birthDate'),
    unlessUnread(countryFeature(subject, entity), entity, 'country'),
    genderFeature(subject, entity),
  ].filter((feature) => feature !== null);
  return addUp(main, qualifiers);
}

/**
 * Scores how likely a subject is a listed entity, 0 to 1, with every feature's value, points and finding in words; the
 * points add up to the score. Never throws, for any names.
 */
export function scoreEntity(
  subject: ScreeningSubject,
  entity: ListedEntity,
  options: ScoringOptions,
): ScreeningScore {
  return scoreRead(
    subject,
    subject.names.map((name) => readName(subject.schema, name)),
    entity,
    entity.names.map((name) => readListedName(entity.schema, name)),
    options,
  );
}

/**
 * Whether the subject has exactly a listed primary name or good alias: all words, in any order and script. A weak alias
 * does not count, because its publisher marks it as unreliable.
 */
function hasSameName({ features }: Pick<ScreeningScore, 'features'>): boolean {
  return features.some(({ name, points }) => name === 'name' && points >= weights.name);
}

/**
 * Whether a match is shown although its score is below the threshold: its full name is on a sanctions list. Dates,
 * countries and genders are wrong on lists and on records alike, and a worklist's settings cannot allow dealing with a
 * designated person: NZ United Nations Act 1946 and its regulations, Terrorism Suppression Act 2002 s 9; AU Charter of
 * the United Nations Act 1945 ss 20 and 21, Autonomous Sanctions Regulations 2011 regs 14 and 15. Decided from the
 * match alone, so that a page can explain it.
 */
export function isNameMatch(
  score: ScreeningScore,
  topics: readonly ListingTopic[],
  threshold: number,
): boolean {
  return score.score < threshold && topics.includes('sanction') && hasSameName(score);
}

/** Whether a score is a match to decide. @param threshold 0 to 1 */
export function isMatch(score: ScreeningScore, topics: readonly ListingTopic[], threshold: number): boolean {
  return score.score >= threshold || isNameMatch(score, topics, threshold);
}
