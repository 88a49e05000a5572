import { levelHeld, needsScreening } from '#rules/client-merging/merging.ts';
import { riskLevelLabels, sanctionsStatusLabels } from '#rules/clients/client-types.ts';
import { syncClientScreeningStatus } from '../../checks/screening-results/client-screening-status.ts';
import { riskChangeEvents, saveRiskLevels } from '../../checks/screening-results/risk-floor.ts';
import { markOutdated, readSanctionsStatuses } from '../../checks/screening-results/store.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Work } from '../../kernel/command/work.ts';
import { clientsAbove, confirmedSanctions } from '../../records/sanctions/store.ts';
import { markUnscreened } from '../monitoring-runs/store.ts';
import { triggerMergeReview } from '../reviews/trigger.ts';
import { getScreening, type LockedMerge } from './locked-merge.ts';
import type { MergedRows } from './store.ts';

/** Clients whose ownership is to be established again, because the two records said different things of it. */
const getUnsettled = ({ holdings_joined, charts_joined }: MergedRows): string[] => [
  ...new Set([...holdings_joined, ...charts_joined]),
];

/** Why the surviving client is reviewed, in sentences. */
function getReviewCause({ survivor: { client }, merged: { client: other } }: LockedMerge, rows: MergedRows) {
  const level = levelHeld(client.riskLevel, other.riskLevel);
  return [
    `${other.displayName} was merged into this client.`,
    ...(level === null
      ? []
      : [`Its risk was “${riskLevelLabels[level]}”, which holds until the next assessment.`]),
    ...(getUnsettled(rows).includes(client.id)
      ? ['The records had different holdings of a related party: establish the ownership again.']
      : []),
    'Assess the risk again and review the relationship.',
  ].join(' ');
}

/**
 * The sanctions status of the surviving client, from the matches that it has now. A screening that did not compare the names of both records
 * is no longer a clearance.
 */
async function deriveSanctionsStatus(
  { trx, record }: Work,
  { survivor, merged }: LockedMerge,
): Promise<void> {
  const { id } = survivor.client;
  const read = async () => {
    const [known] = await readSanctionsStatuses(trx, [id]);
    if (known === undefined) throw new Error('The client just saved could not be read.');
    return { sanctionsStatus: sanctionsStatusLabels[known.before] };
  };
  const before = await read();
  if (needsScreening(getScreening(survivor), getScreening(merged))) await markOutdated(trx, id);
  await syncClientScreeningStatus(trx, { clientIds: [id], changed: [id] }, null);
  const changes = changesBetween(before, await read());
  if (Object.keys(changes).length === 0) return;
  record({
    action: 'client.screeningStatusChanged',
    resourceType: 'client',
    resourceId: id,
    detail: { changes },
  });
}

/** Derived values of the surviving client and of those above it, from the records that it has now. */
export async function deriveStatuses(work: Work, before: LockedMerge, rows: MergedRows): Promise<void> {
  const { trx, record, emit } = work;
  const { survivor, merged } = before;
  const { id } = survivor.client;
  await deriveSanctionsStatus(work, before);
  record(
    ...riskChangeEvents(await saveRiskLevels(trx, id, { isLifted: false })).filter(
      ({ detail }) => Object.keys((detail as { changes: object }).changes).length > 0,
    ),
  );
  await markUnscreened(trx, id);
  // A match of either record or of a related party of either: it counts for the activities of both, and for the clients above both.
  if ((await confirmedSanctions(trx, [id])).has(id)) {
    emit('client.prohibited', { clientId: id, cause: merged.client.id, because: 'match' });
  }
  for (const above of await clientsAbove(trx, [id])) emit('client.changed', { clientId: above });
  const mergedId = merged.client.id;
  await triggerMergeReview(work, { clientId: id, mergedId, cause: getReviewCause(before, rows) });
  const [name, other] = [survivor.client.displayName, merged.client.displayName];
  // Few clients have both records as a related party.
  for (const clientId of getUnsettled(rows).filter((one) => one !== id)) {
    const cause = `${other} was merged into ${name}, and both were recorded as owners here. Establish the ownership again.`;
    await triggerMergeReview(work, { clientId, mergedId, cause });
  }
}
