import { riskLevels } from '#rules/clients/client-types.ts';
import type { RegulatedCompany } from '#rules/dates/commencement.ts';
import { type UnmetAtRisk, unmetAtRisk } from '#rules/identity-verification/evaluate.ts';
import { evidenceCounts, noEvidenceEnd } from '#rules/identity-verification/evidence-expiry.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { readClientsById } from '../../../records/clients/record/store.ts';
import { getFacts, type Judged } from './facts.ts';
import { readCountingVerifications } from './store.ts';

type JudgedOn = Pick<Judged, 'on'> & { company: RegulatedCompany };

/**
 * What a verification lacks at its client's present risk level; null if nothing, or if it is no evidence of identity that day. At the lowest level
 * no rule demands more than before the rating. AU s28, s38.
 */
export function findUnmetAtRisk({
  stored,
  client,
  company,
  on,
}: Pick<Judged, 'stored' | 'client'> & JudgedOn): UnmetAtRisk | null {
  const { row } = stored;
  const counts = row.counts_as_identity && evidenceCounts(row.evidence_expires_on ?? noEvidenceEnd, on);
  if (!counts || row.decided_on === null || client.riskLevel === riskLevels[0]) return null;
  const facts = getFacts({ stored, client, same: [], on: row.decided_on });
  return unmetAtRisk(row.rules ?? [], facts, { company, today: on });
}

/** By client, its verifications that count as evidence of its identity, each with what it lacks at the client's present risk level; null if nothing. */
async function judgeAtRisk(trx: Trx, { company, on }: JudgedOn, clientIds: readonly string[]) {
  const stored = await readCountingVerifications(trx, clientIds, on);
  const clients = await readClientsById(trx, [...new Set(stored.map(({ row }) => row.client_id))]);
  return clients.map((client) => ({
    clientId: client.id,
    judged: stored
      .filter(({ row }) => row.client_id === client.id)
      .map((one) => ({ id: one.row.id, unmet: findUnmetAtRisk({ stored: one, client, company, on }) })),
  }));
}

/**
 * Of these clients, those whose evidence of identity was decided on before they were rated as they are now, and no longer meets the rules: by client, what
 * is missing. One verification that meets them is enough.
 */
export async function readUnmetAtRisk(
  trx: Trx,
  judging: JudgedOn,
  clientIds: readonly string[],
): Promise<Map<string, UnmetAtRisk>> {
  const found = new Map<string, UnmetAtRisk>();
  for (const { clientId, judged } of await judgeAtRisk(trx, judging, clientIds)) {
    const [first] = judged;
    if (first?.unmet && judged.every(({ unmet }) => unmet !== null)) found.set(clientId, first.unmet);
  }
  return found;
}

/** Of a client's verifications, those that lack something at its present risk level: by verification, what. */
export async function readUnmetVerifications(
  trx: Trx,
  judging: JudgedOn,
  clientId: string,
): Promise<Map<string, UnmetAtRisk>> {
  const clients = await judgeAtRisk(trx, judging, [clientId]);
  return new Map(
    clients.flatMap(({ judged }) =>
      judged.flatMap(({ id, unmet }) => (unmet === null ? [] : [[id, unmet] as const])),
    ),
  );
}
