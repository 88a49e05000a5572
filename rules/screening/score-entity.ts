import { countryName, isCountry } from '#rules/countries.ts';
import { compareBirthDates } from './birth-dates.ts';
import { describeComparison } from './describe-comparison.ts';
import type { Likeness } from './pair-words.ts';
import { compareReadings, type NameReadings, readName } from './score-names.ts';
import type {
  BirthDateMatching,
  ListedEntity,
  ListedName,
  NameQuality,
  ScreeningFeature,
  ScreeningSchema,
  ScreeningScore,
  ScreeningSubject,
} from './screening-records.ts';
import { wordLikeness } from './word-likeness.ts';

/** What screened and listed are compared by. Kept with every screening, so that old scores can be explained. */
export const screeningAlgorithm = { name: 'assay-names', version: '1' } as const;

export interface ScoringOptions {
  birthDateMatching: BirthDateMatching;
  /** Scores that will not reach it need no explanation: they are given as 0 without features. */
  least?: number;
}

/**
 * Weights of OpenSanctions' logic-v2: the strongest main feature, name or identifier, and what speaks against it. A weak alias is one
 * that its publisher warns of.
 */
const weights = { name: 1, weakAlias: 0.8, identifier: 0.85, otherCountry: -0.2, otherGender: -0.2 } as const;

/** Only the same kind of thing can be the same; a `LegalEntity` may be a person or a body. */
export function canBeOne(one: ScreeningSchema, other: ScreeningSchema): boolean {
  if (one === other) return true;
  const pair = [one, other];
  return pair.includes('LegalEntity') && (pair.includes('Person') || pair.includes('Organization'));
}

function weightOfName(quality: NameQuality): number {
  return quality === 'weakAlias' ? weights.weakAlias : weights.name;
}

export interface ReadListedName extends NameReadings {
  quality: NameQuality;
}

export function readListedName(schema: ScreeningSchema, { text, quality }: ListedName): ReadListedName {
  return { ...readName(schema, text), quality };
}

/** The most that other features add to a name: the points of the same birthday. */
export const mostAdded = 0.08;

/** The shortest number that identifies: shorter ones are had by many. */
const shortestIdentifier = 5;

/** Identifiers without what people put between their digits; empty for those too short to tell anything. */
export function plainIdentifier(number: string): string {
  const plain = number
    .slice(0, 100)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return plain.length < shortestIdentifier ? '' : plain;
}

function round(points: number): number {
  return Math.round(points * 10_000) / 10_000;
}

function nameFeature(
  names: readonly NameReadings[],
  listed: readonly ReadListedName[],
  likeness: Likeness,
  least: number,
): ScreeningFeature | null {
  let best: { points: number; feature: () => ScreeningFeature } | null = null;
  for (const own of names) {
    for (const name of listed) {
      const found = compareReadings(own, name, likeness);
      if (found === null) continue;
      const points = round(found.comparison.score * weightOfName(name.quality));
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
  return best === null || best.points + mostAdded < least ? null : best.feature();
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

function namesOfCountries(codes: readonly string[]): string {
  return codes.map((code) => (isCountry(code) ? countryName(code) : code)).join(', ');
}

function countryFeature(subject: ScreeningSubject, entity: ListedEntity): ScreeningFeature | null {
  if (subject.countries.length === 0 || entity.countries.length === 0) return null;
  const common = subject.countries.find((code) => entity.countries.includes(code));
  return {
    name: 'country',
    subject: namesOfCountries(subject.countries),
    listed: namesOfCountries(entity.countries),
    value: common === undefined ? 0 : 1,
    points: common === undefined ? weights.otherCountry : 0,
    finding: common === undefined ? 'No country in common' : `Both ${namesOfCountries([common])}`,
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
  const found = compareBirthDates(subject.birthDate, entity.birthDates, matching);
  return found === null ? null : { name: 'birthDate', subject: subject.birthDate ?? '', ...found };
}

/** The lesser of the main features is shown, and adds nothing. */
function mainFeatures(features: readonly (ScreeningFeature | null)[]): ScreeningFeature[] {
  const found = features.filter((feature) => feature !== null).sort((a, b) => b.points - a.points);
  return found.map((feature, at) =>
    at === 0
      ? feature
      : { ...feature, points: 0, finding: `${feature.finding} (counted is the stronger ${found[0]?.name})` },
  );
}

/** Adds up, no further than 0 and 1; what would lead beyond gives its points away. */
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
 * Scores a subject against a listed entity whose names have been read before: the stronger of name and identifier, and what dates of
 * birth, countries and gender add or take away.
 */
export function scoreRead(
  subject: ScreeningSubject,
  subjectNames: readonly NameReadings[],
  entity: ListedEntity,
  entityNames: readonly ReadListedName[],
  { birthDateMatching, least = 0 }: ScoringOptions,
  likeness: Likeness = wordLikeness,
): ScreeningScore {
  if (!canBeOne(subject.schema, entity.schema)) return { score: 0, features: [] };
  const main = mainFeatures([
    nameFeature(subjectNames, entityNames, likeness, least),
    identifierFeature(subject, entity),
  ]);
  if (main.length === 0 || main[0]?.points === 0) return { score: 0, features: main };
  const qualifiers = [
    birthDateFeature(subject, entity, birthDateMatching),
    countryFeature(subject, entity),
    genderFeature(subject, entity),
  ].filter((feature) => feature !== null);
  return addUp(main, qualifiers);
}

/**
 * How likely a subject is a listed entity, 0 to 1, with every feature's value, points and finding in words; the points sum to the
 * score. Never throws, whatever the names.
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
