import { type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import { compareLevels, flooredLevel } from '#rules/risk/levels.ts';
import { getHeldReason, getRiskFloor, type RiskFloor } from '#rules/screening-matches/match-effects.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { WorkEvent } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { lockClients } from '../../records/clients/record/store.ts';
import { clientsAbove, confirmedSanctions } from '../../records/sanctions/store.ts';
import { readConfirmedMatches } from './match-store.ts';
import { readHeldRisks, readPepStatuses, readRiskLevels, writeRiskLevel } from './store.ts';

/** A floor and the level that a merged record holds: the higher one. */
function higherFloor(floor: RiskFloor | undefined, held: RiskFloor | undefined): RiskFloor | undefined {
  if (floor === undefined || held === undefined) return floor ?? held;
  return compareLevels(held.level, floor.level) > 0 ? held : floor;
}

/**
 * The minimum levels under which clients' stored risk never is: those of `riskFloors`, and the higher risk of a record that was merged into
 * the client, until it is assessed again. The latter is no minimum of that assessment.
 */
export async function storedRiskFloors(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, RiskFloor>> {
  const floors = await riskFloors(trx, clientIds);
  for (const { id, level, name } of await readHeldRisks(trx, clientIds)) {
    const held = { level, reason: getHeldReason(name, level) };
    floors.set(id, higherFloor(floors.get(id), held) ?? held);
  }
  return floors;
}

/** The minimum level that confirmed matches set under clients' risk, with the reason, by client; those without one are not in the map. */
export async function riskFloors(trx: Trx, clientIds: readonly string[]): Promise<Map<string, RiskFloor>> {
  if (clientIds.length === 0) return new Map();
  const sanctions = await confirmedSanctions(trx, clientIds);
  const matches = await readConfirmedMatches(trx, clientIds);
  const clients = await readPepStatuses(trx, clientIds);
  return new Map(
    clients.flatMap(({ id, pepStatus, pepOf }) => {
      const floor = getRiskFloor({
        clientId: id,
        sanctions: sanctions.get(id) ?? [],
        matches: matches.filter(({ client_id }) => client_id === id),
        pepStatus,
        pepOf,
      });
      return floor === null ? [] : [[id, floor] as const];
    }),
  );
}

export interface SavedRisk {
  id: string;
  before: RiskLevel | null;
  after: RiskLevel | null;
  floor: RiskFloor | null;
}

/**
 * Locks all clients whose risk level `saveRiskLevels` may write: the given ones and all above them. While this waits, another command can
 * add a client above them, so it repeats until all are locked.
 */
export async function lockClientsAbove(
  trx: Trx,
  clientIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  const locked = new Set<string>();
  let missing = [...clientIds, ...others];
  while (missing.length > 0) {
    const ids = [...(await clientsAbove(trx, clientIds)), ...others];
    missing = ids.filter((id) => !locked.has(id));
    if (missing.length > 0) await lockClients(trx, missing);
    for (const id of missing) locked.add(id);
  }
}

/**
 * Updates the stored risk level of a client and of all clients above it (of which it is a related party) for the floors. The level is that
 * of the current assessment, raised by the floor; without an assessment only the floor.
 *
 * The clients must have been locked with `lockClientsAbove`.
 * @param isOwn the change concerns a floor of the client alone, such as its political exposure: no other need be locked.
 * @param isLifted a previous floor may no longer apply. Without it a level that no floor raises stays unchanged.
 * @returns the changes, always including an entry for `clientId`.
 */
export async function saveRiskLevels(
  trx: Trx,
  clientId: string,
  { isLifted, isOwn = false }: { isLifted: boolean; isOwn?: boolean },
): Promise<SavedRisk[]> {
  const ids = isOwn ? [clientId] : await clientsAbove(trx, [clientId]);
  const floors = await storedRiskFloors(trx, ids);
  const rows = await readRiskLevels(trx, ids);
  const savedRisks = rows.map(({ id, level: before, assessed }): SavedRisk => {
    const floor = floors.get(id) ?? null;
    const after =
      floor === null && !isLifted ? before : flooredLevel(assessed ?? (floor ? before : null), floor?.level);
    return { id, before, after, floor };
  });
  // One at a time: few clients have one above them, and fewer a floor.
  for (const { id, before, after } of savedRisks) {
    if (before === after) continue;
    await writeRiskLevel(trx, id, after);
  }
  return savedRisks.filter(({ id, before, after }) => id === clientId || before !== after);
}

/** Audit events of levels changed by floors, with the reason for a rise. */
export const riskChangeEvents = (changed: readonly SavedRisk[]): WorkEvent[] =>
  changed.map(({ id, before, after, floor }) => ({
    action: 'client.screeningStatusChanged',
    resourceType: 'client',
    resourceId: id,
    detail: {
      changes: changesBetween(
        { riskLevel: before && riskLevelLabels[before] },
        {
          riskLevel: after && riskLevelLabels[after],
          ...(floor === null ? {} : { reason: `Minimum level: ${floor.reason}` }),
        },
      ),
    },
  }));
