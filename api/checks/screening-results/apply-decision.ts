import type { Client } from '#contract/clients/client-record.ts';
import {
  pepStatusLabels,
  type RiskLevel,
  riskLevelLabels,
  sanctionsStatusLabels,
} from '#rules/clients/client-types.ts';
import { isExposed } from '#rules/pep.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { getMatchExposure, getSanctionsStatus } from '#rules/screening-matches/match-effects.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Work } from '../../kernel/command/work.ts';
import { type NewAlert, openAlerts } from '../../records/alerts/inbox.ts';
import { lockClientById } from '../../records/clients/record/store.ts';
import {
  type MatchRow,
  readConfirmedMatches,
  readFoundExposure,
  readPepFor,
  saveStatus,
} from './match-store.ts';
import { riskChangeEvents, type SavedRisk, saveRiskLevels } from './risk-floor.ts';
import { isScreeningOutdated } from './store.ts';

/** Whether the entity is listed as politically exposed, or as a relative or close associate. */
export const isListedAsExposed = (topics: Readonly<MatchRow['topics']>) =>
  topics.includes('pep') || topics.includes('rca');

const toStatusLabels = (client: Pick<Client, 'sanctionsStatus' | 'pepStatus' | 'riskLevel'>) => ({
  sanctionsStatus: sanctionsStatusLabels[client.sanctionsStatus],
  pepStatus: pepStatusLabels[client.pepStatus],
  riskLevel: client.riskLevel && riskLevelLabels[client.riskLevel],
});

/** Alert for a level raised by a floor; null if it has not risen, or the risk was never assessed. */
function roseAlert({ id, before, after, floor }: SavedRisk, cause: string): NewAlert | null {
  if (before === null || after === null || floor === null || compareLevels(after, before) <= 0) return null;
  const words = (level: RiskLevel) => riskLevelLabels[level].toLowerCase();
  return {
    type: 'riskRose',
    resourceType: 'clients',
    resourceId: id,
    severity: 'high',
    summary: `The risk rose from ${words(before)} to ${words(after)}, because ${floor.reason}. Reassess the client.`,
    dedupeKey: `riskRose:match:${cause}`,
  };
}

/**
 * Updates the client after decisions on its matches: sanctions and PEP status, and the risk floor of the client and
 * those above it. CDD level and a review follow as consequences.
 *
 * @param before the match before its decision; several are only dismissed together if none was confirmed.
 */
export async function applyMatchDecision(
  work: Work,
  clientId: string,
  {
    confirmed,
    before,
  }: {
    confirmed: { topics: MatchRow['topics']; matchId: string } | null;
    before: Pick<MatchRow, 'status' | 'topics'> | null;
  },
): Promise<void> {
  const { trx, record, emit } = work;
  const client = await lockClientById(trx, clientId);
  if (client === null) throw new Error('The client of the match does not exist.');
  const matches = await readConfirmedMatches(trx, [clientId]);
  // Deciding matches of former details does not make the present ones screened.
  const isOutdated = await isScreeningOutdated(trx, clientId);
  const sanctionsStatus = getSanctionsStatus(matches, {
    wasScreened: !isOutdated,
    before: isOutdated ? 'notChecked' : client.sanctionsStatus,
    gaps: client.screeningGaps,
  });
  const wasConfirmed = before?.status === 'truePositive';
  const recorded = { pepStatus: client.pepStatus, pepOf: await readPepFor(trx, clientId) };
  const isAboutExposure =
    (confirmed !== null && isListedAsExposed(confirmed.topics)) ||
    (wasConfirmed && isListedAsExposed(before.topics));
  // All confirmed matches and the finding count, whichever was decided last. Values derived only from a withdrawn match must be determined again.
  const { pepStatus, pepOf } = isAboutExposure
    ? (getMatchExposure(matches, recorded, await readFoundExposure(trx, clientId)) ?? {
        pepStatus: 'notChecked' as const,
        pepOf: null,
      })
    : recorded;
  await saveStatus(trx, clientId, { sanctionsStatus, pepStatus, pepOf });
  const savedRisks = await saveRiskLevels(trx, clientId, { isLifted: wasConfirmed });
  const riskLevel = savedRisks.find(({ id }) => id === clientId)?.after ?? null;
  const changes = changesBetween(
    toStatusLabels(client),
    toStatusLabels({ sanctionsStatus, pepStatus, riskLevel }),
  );
  if (Object.keys(changes).length > 0) {
    record({
      action: 'client.screeningStatusChanged',
      resourceType: 'client',
      resourceId: clientId,
      detail: { changes },
    });
  }
  const alerts = savedRisks.flatMap(
    (risk) =>
      roseAlert(
        risk,
        risk.id === clientId ? (confirmed?.matchId ?? clientId) : `${confirmed?.matchId}:${risk.id}`,
      ) ?? [],
  );
  await openAlerts(work, alerts);
  if (confirmed !== null && !alerts.some(({ resourceId }) => resourceId === clientId)) {
    emit('match.confirmed', { clientId, matchId: confirmed.matchId });
  }
  if (isExposed(pepStatus) && (pepStatus !== recorded.pepStatus || pepOf !== recorded.pepOf)) {
    // The client itself is reviewed because of the match.
    const kind = pepStatusLabels[pepStatus];
    emit('pep.confirmed', { clientId, name: client.displayName, kind, isReviewed: confirmed !== null });
  }
  if (confirmed?.topics.includes('sanction')) {
    emit('client.prohibited', { clientId, cause: confirmed.matchId, because: 'match' });
  }
  emit('client.changed', { clientId });
  // The clients of which it is a related party: their risk changes, and their CDD with it.
  const above = savedRisks.filter(({ id }) => id !== clientId);
  record(...riskChangeEvents(above));
  for (const { id } of above) emit('client.changed', { clientId: id });
}
