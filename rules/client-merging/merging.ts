import { type ClientFields, clientFields } from '#rules/clients/client-fields.ts';
import {
  type ClientKind,
  type ClientStatus,
  type ClientType,
  clientKindLabels,
  clientStatusLabels,
  type PepStatus,
  type RiskLevel,
  type SanctionsStatus,
} from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { isCurrentClient } from '#rules/lifecycles/clients.ts';
import { foldName } from '#rules/name-matching/name-normalisation.ts';
import { isExposed, type PepOf } from '#rules/pep.ts';
import { type DescribedField, fieldsOf, type RecordFields } from '#rules/records/fields.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { compareExposures } from '#rules/screening-matches/match-effects.ts';

/** A client's record as far as merging compares and joins it. */
export type MergeableRecord = {
  displayName: string;
  clientType: ClientType;
  individual: (Record<string, unknown> & { otherNames: string[]; tradingNames: string[] }) | null;
  business: (Record<string, unknown> & { tradingNames: string[] }) | null;
  tags: string[];
  relationshipStartedOn: CalendarDate | null;
};

/** What decides whether one of two records can be merged into the other. */
export type MergeCandidate = {
  id: string;
  displayName: string;
  kind: ClientKind;
  status: ClientStatus;
  /** The first of two people has confirmed its destruction. */
  isBeingDestroyed: boolean;
  /** A verification of the business is in progress, of which a client has one. */
  hasOpenBusinessVerification: boolean;
};

/** How far a relationship has come. The surviving record is never behind the other one: no relationship ends by merging. */
const progressOf: Record<ClientStatus, number> = {
  merged: 0,
  archived: 0,
  draft: 1,
  declined: 2,
  exited: 3,
  onboarding: 4,
  dormant: 5,
  active: 6,
};

const isBehind = (one: ClientStatus, other: ClientStatus) =>
  !(isCurrentClient(one) && isCurrentClient(other)) && progressOf[one] < progressOf[other];

/** Why a record cannot be merged into another one, in sentences; empty if it can. */
export function mergeProblems(survivor: MergeCandidate, merged: MergeCandidate): string[] {
  if (survivor.id === merged.id) return ['Select another client: a record cannot be merged with itself.'];
  const problems: string[] = [];
  for (const { displayName, status } of [survivor, merged]) {
    if (status === 'merged') problems.push(`${displayName} is merged already.`);
  }
  if (survivor.kind !== merged.kind) {
    const [one, other] = [clientKindLabels[survivor.kind], clientKindLabels[merged.kind]];
    problems.push(
      `${survivor.displayName} is of kind ${one.toLowerCase()}, ${merged.displayName} of kind ${other.toLowerCase()}. They are two clients.`,
    );
  }
  if (survivor.status === 'archived') {
    problems.push(`${survivor.displayName} is archived. Select it as the record that is merged.`);
  } else if (survivor.status !== 'merged' && isBehind(survivor.status, merged.status)) {
    problems.push(
      `${merged.displayName} is “${clientStatusLabels[merged.status]}”, ${survivor.displayName} only “${clientStatusLabels[survivor.status]}”. Merge them the other way round.`,
    );
  }
  for (const { displayName, isBeingDestroyed } of [survivor, merged]) {
    if (isBeingDestroyed) problems.push(`The destruction of ${displayName} is confirmed once already.`);
  }
  if (survivor.hasOpenBusinessVerification && merged.hasOpenBusinessVerification) {
    problems.push('Both have a business verification in progress. Complete or cancel one of them first.');
  }
  return problems;
}

/** How much speaks for a record to be the surviving one. */
export type SurvivorFacts = {
  status: ClientStatus;
  /** Verifications that are decided as verified. */
  verified: number;
  createdAt: string;
};

/** Whether the first record is the better surviving one: further on, then with the stronger evidence, then older. */
export function isBetterSurvivor(one: SurvivorFacts, other: SurvivorFacts): boolean {
  const byProgress = progressOf[one.status] - progressOf[other.status];
  const byEvidence = one.verified - other.verified;
  if (byProgress !== 0) return byProgress > 0;
  return byEvidence === 0 ? one.createdAt <= other.createdAt : byEvidence > 0;
}

/** A detail of which one record's value remains: paths within a record, which are taken together. */
type MergeField = { key: string; label: string; paths: readonly string[] };

const own = (name: keyof ClientFields): MergeField => ({
  key: name,
  label: clientFields[name].label,
  paths: [name],
});

/** Keys of fields that are on record under another name than the field's, for ever. */
const otherKeys: Readonly<Partial<Record<string, string>>> = { beneficiaryClassDescription: 'beneficiaries' };

/** Lists of names, which are joined. */
const joinedFields: readonly string[] = ['otherNames', 'tradingNames'];

/** The described fields of a part, of each of which one value remains, in their order. Its names are taken together. */
export function mergeFieldsOf(fields: RecordFields, part: ClientKind): MergeField[] {
  const ofPart = fieldsOf(fields, part).filter(([name]) => !joinedFields.includes(name));
  const names = ofPart.filter(([, { kind }]) => kind === 'name');
  const toPath = ([name]: [string, DescribedField]) => `${part}.${name}`;
  return [
    {
      key: 'name',
      label: names.length > 1 ? 'Name' : (names[0]?.[1].label ?? 'Name'),
      paths: names.map(toPath),
    },
    ...ofPart
      .filter((entry) => !names.includes(entry))
      .map((entry) => ({
        key: otherKeys[entry[0]] ?? entry[0],
        label: entry[1].label,
        paths: [toPath(entry)],
      })),
  ];
}

const common = [
  own('externalId'),
  own('responsible'),
  own('email'),
  own('phone'),
  own('addresses'),
  own('relationshipPurpose'),
  own('preCommencement'),
];

/** The details of which one value remains, in the order of the form. Lists of names and tags are joined instead. */
const mergeFields: Record<ClientKind, readonly MergeField[]> = {
  individual: [own('clientType'), ...mergeFieldsOf(clientFields, 'individual'), ...common],
  business: [own('clientType'), ...mergeFieldsOf(clientFields, 'business'), ...common],
};

/** All keys of `mergeFields`. */
export const mergeFieldKeys = [
  ...new Set([...mergeFields.individual, ...mergeFields.business].map(({ key }) => key)),
];

/** A client's kind by its record. */
const kindOf = ({ individual }: MergeableRecord): ClientKind =>
  individual === null ? 'business' : 'individual';

function readPath(record: MergeableRecord, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], record);
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const valuesOf = (record: MergeableRecord, { paths }: MergeField) =>
  paths.map((path) => {
    const value = readPath(record, path);
    return isBlank(value) ? null : value;
  });

/** A differing detail. `fills`: only the merged record has a value, which is taken unless the user decides otherwise. */
export type MergeDifference = MergeField & { fills: boolean };

/** The details in which two records of one kind differ. A value that the merged record lacks is no difference. */
export function mergeDifferences(survivor: MergeableRecord, merged: MergeableRecord): MergeDifference[] {
  return mergeFields[kindOf(survivor)].flatMap((one) => {
    const [ours, theirs] = [valuesOf(survivor, one), valuesOf(merged, one)];
    if (theirs.every((value) => value === null)) return [];
    if (JSON.stringify(ours) === JSON.stringify(theirs)) return [];
    return [{ ...one, fills: ours.every((value) => value === null) }];
  });
}

/** Most names and tags of a client, as its form has them, and the longest name. */
const { items: maxNames, max: maxNameLength } = clientFields.tradingNames;
const { items: maxTags } = clientFields.tags;

const join = (...lists: readonly (readonly string[])[]) => [...new Set(lists.flat())];

/**
 * The names of both records: the other one's name becomes a further name, so that it is found and screened. Trading names of a sole trader
 * become other names if the client type that remains has none.
 */
function joinedNames<R extends MergeableRecord>(
  result: R,
  survivor: R,
  merged: R,
): Pick<R, 'individual' | 'business'> {
  const further = [survivor, merged]
    .map(({ displayName }) => displayName)
    .filter((name) => name !== remainingName(result, survivor, merged));
  const [one, other] = [survivor.individual ?? survivor.business, merged.individual ?? merged.business];
  const tradingNames = join(one?.tradingNames ?? [], other?.tradingNames ?? []);
  const isTrading = result.clientType === 'soleTrader';
  return {
    individual: result.individual && {
      ...result.individual,
      otherNames: join(
        further,
        survivor.individual?.otherNames ?? [],
        merged.individual?.otherNames ?? [],
        isTrading ? [] : tradingNames,
      ),
      tradingNames: isTrading ? tradingNames : [],
    },
    business: result.business && { ...result.business, tradingNames: join(tradingNames, further) },
  } as Pick<R, 'individual' | 'business'>;
}

/** The full name that the joined record has: that of the record whose name remains. */
function remainingName<R extends MergeableRecord>(result: R, survivor: R, merged: R): string {
  const names = mergeFields[kindOf(survivor)].find(({ key }) => key === 'name') as MergeField;
  const isOurs = JSON.stringify(valuesOf(result, names)) === JSON.stringify(valuesOf(survivor, names));
  return (isOurs ? survivor : merged).displayName;
}

/** The earlier of two days; the one that is known if one is not. */
function earlier(one: CalendarDate | null, other: CalendarDate | null): CalendarDate | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** The later of two days; the one that is known if one is not. */
function later(one: CalendarDate | null, other: CalendarDate | null): CalendarDate | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

/**
 * The surviving record after the merge. `taken`: keys of the details whose value is the merged record's. Names and tags are joined, and the
 * relationship started on the earlier day.
 */
export function joinRecords<R extends MergeableRecord>(survivor: R, merged: R, taken: readonly string[]): R {
  const result = structuredClone(survivor);
  for (const { key, paths } of mergeFields[kindOf(survivor)]) {
    if (!taken.includes(key)) continue;
    for (const path of paths) {
      const [part, name] = path.split('.') as [string, string | undefined];
      const target = (name === undefined ? result : readPath(result, part)) as Record<string, unknown>;
      target[name ?? part] = structuredClone(readPath(merged, path));
    }
  }
  return {
    ...result,
    ...joinedNames(result, survivor, merged),
    tags: join(survivor.tags, merged.tags),
    relationshipStartedOn: earlier(survivor.relationshipStartedOn, merged.relationshipStartedOn),
  };
}

/**
 * Why the names and tags of two records do not fit into one, in sentences; empty if they do. A person decides which to remove, because a
 * removed name is no longer screened. `taken`: as for `joinRecords`.
 */
export function joinProblems<R extends MergeableRecord>(
  survivor: R,
  merged: R,
  taken: readonly string[],
): string[] {
  const { individual, business, tags } = joinRecords(survivor, merged, taken);
  const otherNames = individual?.otherNames ?? [];
  const tradingNames = (individual ?? business)?.tradingNames ?? [];
  const lists = [
    { what: 'other names', items: otherNames, max: maxNames },
    { what: 'trading names', items: tradingNames, max: maxNames },
    { what: 'tags', items: tags, max: maxTags },
  ];
  const tooMany = lists.flatMap(({ what, items, max }) => {
    const over = items.length - max;
    if (over <= 0) return [];
    return [
      `Together they have ${items.length} ${what}, and a client has at most ${max}. Remove ${over} from either record first.`,
    ];
  });
  const tooLong = [...otherNames, ...tradingNames].flatMap((name) => {
    if (name.length <= maxNameLength) return [];
    return [
      `“${name.slice(0, 40)}…” has more than the ${maxNameLength} characters of a further name. Shorten it first.`,
    ];
  });
  return [...tooMany, ...tooLong];
}

/** What a record was screened by, and with what result. */
export type ScreeningFacts = {
  record: MergeableRecord;
  sanctionsStatus: SanctionsStatus;
  /** It was not screened since its name, birth date or number changed. */
  isScreeningOutdated: boolean;
};

/** Every name that a record is screened by, as screening compares it. */
const screenedNames = ({ displayName, individual, business }: MergeableRecord): string[] =>
  [displayName, ...(individual?.otherNames ?? []), ...((individual ?? business)?.tradingNames ?? [])].map(
    foldName,
  );

/**
 * Whether the surviving client must be screened again: one of the two was not screened by its details, or the merged record brings a name
 * that the other was not screened by. Not if neither was screened at all.
 */
export function needsScreening(survivor: ScreeningFacts, merged: ScreeningFacts): boolean {
  const both = [survivor, merged];
  if (both.every(({ sanctionsStatus }) => sanctionsStatus === 'notChecked')) return false;
  const known = screenedNames(survivor.record);
  return (
    both.some(
      ({ sanctionsStatus, isScreeningOutdated }) => isScreeningOutdated || sanctionsStatus === 'notChecked',
    ) || screenedNames(merged.record).some((name) => !known.includes(name))
  );
}

/** The levels of risk that a merged record holds for the surviving client: the lowest holds nothing. */
export const heldLevels = ['medium', 'high'] as const satisfies readonly RiskLevel[];

/** The level that the merged record holds for the surviving client until it is assessed again; null if its own is as high. */
export function levelHeld(survivor: RiskLevel | null, merged: RiskLevel | null): RiskLevel | null {
  if (merged === null || !heldLevels.some((level) => level === merged)) return null;
  return survivor === null || compareLevels(merged, survivor) > 0 ? merged : null;
}

/** End of a relationship on record. */
export type RelationshipEnd = {
  endedOn: CalendarDate | null;
  isKnownFrom: boolean;
  retainUntil: CalendarDate | null;
};

/**
 * The end and the retention of the surviving record: the later of both. While there is a relationship, nothing counts down to its
 * destruction.
 */
export function joinedEnd(
  status: ClientStatus,
  survivor: RelationshipEnd,
  merged: RelationshipEnd,
): RelationshipEnd {
  if (isCurrentClient(status)) return survivor;
  const endedOn = later(survivor.endedOn, merged.endedOn);
  return {
    endedOn,
    isKnownFrom: (endedOn === survivor.endedOn ? survivor : merged).isKnownFrom,
    retainUntil: later(survivor.retainUntil, merged.retainUntil),
  };
}

type Exposure = { pepStatus: PepStatus; pepOf: PepOf | null };

/** The exposure that the merged record brings: null unless it is the stricter one. That it has none clears no one. */
export function exposureBrought(survivor: Exposure, merged: Exposure): Exposure | null {
  if (!isExposed(merged.pepStatus)) return null;
  if (!isExposed(survivor.pepStatus)) return merged;
  return compareExposures(merged, survivor) < 0 ? merged : null;
}
