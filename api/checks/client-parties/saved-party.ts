import { partyRoleLabels } from '#rules/clients/client-parties.ts';
import { pepStatusLabels } from '#rules/clients/client-types.ts';
import { isExposed } from '#rules/pep.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { type PartyRow, parties } from '../../records/parties/store.ts';
import { reviewedWithPep } from '../cdd/pep-persons.ts';
import { type WrittenLevel, writeCddLevel } from '../cdd/sync-cdd-level.ts';
import { riskChangeEvents, saveRiskLevels } from '../screening-results/risk-floor.ts';

/** Audited fields of a party. */
function auditable(row: PartyRow): Record<string, unknown> {
  return {
    party: row.client.displayName,
    roles: row.roles.map((role) => partyRoleLabels[role]),
    directPercent: row.directPercent,
    joint: row.joint,
    beneficiallyHeld: row.beneficiallyHeld,
    controlBasis: row.controlBasis,
    authority: row.authority,
    mustVerifyReason: row.mustVerifyReason,
    validFrom: row.validFrom,
    validTo: row.validTo,
  };
}

/** A completed write, read back. */
interface Done {
  party: PartyRow;
  level: WrittenLevel;
  riskEvents: WorkEvent[];
}

/** Reads back the party, then recalculates the client's risk from matches and its CDD level. */
export async function finishWrite(work: Work, ids: { clientId: string; partyId: string }): Promise<Done> {
  const party = await parties.reread(work.trx, ids.partyId);
  // A party with a confirmed sanctions match raises the risk of the client and of the clients above it.
  const risks =
    party.client.sanctions === null
      ? []
      : await saveRiskLevels(work.trx, ids.clientId, { isLifted: party.validTo !== null });
  if (party.client.sanctions === 'prohibited' && party.validTo === null) {
    work.emit('client.prohibited', { clientId: ids.clientId, cause: party.id, because: 'match' });
  }
  const changed = risks.filter(({ before, after }) => before !== after);
  for (const { id } of changed) if (id !== ids.clientId) work.emit('client.changed', { clientId: id });
  return {
    party,
    riskEvents: riskChangeEvents(changed),
    level: await writeCddLevel(work, ids.clientId),
  };
}

/** Whether a related party’s PEP status, as stored now, triggers a review of the client. */
export async function isReviewedPep(
  { trx, time }: Work,
  companyId: string,
  { clientId, partyClientId, client }: PartyRow,
): Promise<boolean> {
  if (!isExposed(client.pepStatus)) return false;
  const about = { companyId, clientIds: [clientId], person: partyClientId, now: time() };
  return (await reviewedWithPep(trx, about)).length > 0;
}

/** Emits that a party was added or changed on which an approval of the client relies. */
export function emitBasis(
  { emit }: Work,
  { clientId, partyClientId, client, roles, directPercent }: PartyRow,
  cause: 'partyAdded' | 'partyChanged',
): void {
  const share = directPercent === null ? '' : `, ${directPercent} %`;
  const now = `${roles.map((role) => partyRoleLabels[role].toLowerCase()).join(', ')}${share}`;
  emit('client.basisChanged', {
    clientId,
    cause,
    subject: partyClientId,
    text: `Related party ${client.displayName} was ${cause === 'partyAdded' ? 'added' : 'changed'}: ${now}.`,
  });
}

/** Emits that a party just saved exposes the client: to a known PEP, or to a confirmed sanctions match. */
export function emitExposure(
  { emit }: Work,
  { clientId, partyClientId, client }: PartyRow,
  { pep, sanctions }: { pep: boolean; sanctions: boolean },
): void {
  if (!pep && !sanctions) return;
  emit('party.exposed', {
    clientId,
    personId: partyClientId,
    name: client.displayName,
    pepKind: pep ? pepStatusLabels[client.pepStatus] : null,
    sanctions,
  });
}

/** Audit events of a saved party: its own, and those of the risk and CDD levels that it changed. */
export function getPartyEvents(
  { party, level, riskEvents }: Done,
  {
    clientId,
    action,
    before,
    reason,
  }: {
    clientId: string;
    action: string;
    before: PartyRow | null;
    reason?: string;
  },
): WorkEvent[] {
  const changes = changesBetween(before === null ? {} : auditable(before), auditable(party));
  const own: WorkEvent = {
    action,
    resourceType: 'client',
    resourceId: clientId,
    detail: {
      partyId: party.id,
      // Every event names the party, although it never changes.
      changes: { ...changes, party: { before: null, after: party.client.displayName } },
    },
    ...(reason === undefined ? {} : { reason }),
  };
  return [own, ...riskEvents, ...level.events];
}
