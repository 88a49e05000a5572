import type { Kysely } from 'kysely';
import {
  listDuplicates as duplicatesEndpoint,
  previewMerge as previewEndpoint,
} from '#contract/clients/merging.ts';
import { mergedTables } from '#rules/client-merging/merged-tables.ts';
import {
  exposureBrought,
  isBetterSurvivor,
  joinRecords,
  levelHeld,
  mergeDifferences,
  needsScreening,
} from '#rules/client-merging/merging.ts';
import { cddStatusLabels, pepStatusLabels, riskLevelLabels } from '#rules/clients/client-types.ts';
import { identityChanges } from '#rules/clients/identity-changes.ts';
import { isCurrentClient } from '#rules/lifecycles/clients.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { findDuplicates } from '../../records/clients/confirmation-checks.ts';
import { getClientDetails } from '../../records/clients/record/client-record.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { getIdentity } from '../../records/clients/save-details.ts';
import { getProblems, getScreening, type MergeSide, readSides } from './locked-merge.ts';
import { countRecords } from './store.ts';

export interface MergingDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<MergingDeps>();

/** GET /clients/:id/duplicates. Throws `record.notFound` for a client of another company. */
export const listDuplicates = query(duplicatesEndpoint, async ({ trx, params: { id } }) => {
  const client = await readClientById(trx, id);
  return client && { duplicates: await findDuplicates(trx, getClientDetails(client), id) };
});

/** Records that move, in words: "3 documents". */
function getMoves(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(mergedTables).flatMap(([table, { fate, label }]) => {
    const count = counts[table] ?? 0;
    if (fate !== 'moves' || label === undefined || count === 0) return [];
    return [`${count} ${label[count === 1 ? 0 : 1]}`];
  });
}

/** The details that are preselected from the merged record: those that the surviving one lacks. */
const getPreselected = ({ client }: MergeSide, { client: other }: MergeSide): string[] =>
  client.kind === other.kind
    ? mergeDifferences(client, other).flatMap(({ key, fills }) => (fills ? [key] : []))
    : [];

/** What follows from merging, with the preselected details. */
function getConsequences(survivor: MergeSide, merged: MergeSide, taken: readonly string[]): string[] {
  const [ours, theirs] = [survivor.client, merged.client];
  const [name, other] = [ours.displayName, theirs.displayName];
  const joined = getIdentity(getClientDetails(joinRecords(ours, theirs, taken)));
  const isOther = identityChanges(getIdentity(getClientDetails(theirs)), joined).length > 0;
  const level = levelHeld(ours.riskLevel, theirs.riskLevel);
  const exposure = exposureBrought(
    { pepStatus: ours.pepStatus, pepOf: survivor.facts.pepOf },
    { pepStatus: theirs.pepStatus, pepOf: merged.facts.pepOf },
  );
  return [
    ...(isOther && merged.facts.verified > 0
      ? [
          `Verified evidence of ${other} stays with the merged record, because it is about another name, date of birth or number.`,
        ]
      : []),
    ...(merged.facts.formerlyVerified > 0
      ? [
          `Evidence from before the name, date of birth or number of ${other} changed stays with the merged record.`,
        ]
      : []),
    ...(needsScreening(getScreening(survivor), getScreening(merged))
      ? [`${name} must be screened again, by the names of both records.`]
      : []),
    ...(level === null
      ? []
      : [`The risk of ${name} becomes “${riskLevelLabels[level]}” until it is assessed again.`]),
    ...(exposure === null
      ? []
      : [`The PEP status of ${name} becomes “${pepStatusLabels[exposure.pepStatus]}”.`]),
    ...(isCurrentClient(ours.status) ? [`A review of ${name} is scheduled.`] : []),
    `The CDD status of ${name} stays “${cddStatusLabels[ours.cddStatus]}”. Evidence moves, approvals do not.`,
    `Risk assessments, CDD decisions and the history stay with the merged record, which ${name} links to. Open assessments become void.`,
  ];
}

/** GET /clients/:id/merge/:mergedId. Throws `record.notFound` unless both clients are the company's. */
export const previewMerge = query(previewEndpoint, async ({ trx, params }) => {
  const sides = await readSides(trx, params);
  if (sides === null) return null;
  const { survivor, merged } = sides;
  const taken = getPreselected(survivor, merged);
  const problems = getProblems(sides, taken);
  const getFacts = ({ client, facts }: MergeSide) => ({ ...client, verified: facts.verified });
  return {
    problems,
    otherWayIsBetter:
      params.id !== params.mergedId && !isBetterSurvivor(getFacts(survivor), getFacts(merged)),
    moves: problems.length > 0 ? [] : getMoves(await countRecords(trx, params.mergedId)),
    consequences: problems.length > 0 ? [] : getConsequences(survivor, merged, taken),
  };
});
