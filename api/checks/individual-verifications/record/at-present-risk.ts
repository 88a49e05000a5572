import type { RegulatedCompany } from '#rules/dates/commencement.ts';
import { type UnmetAtRisk, unmetAtRisk } from '#rules/identity-verification/evaluate.ts';
import { readClientsById } from '../../../records/clients/record/store.ts';
import type { Trx } from './deps.ts';
import { getFacts, type Judged } from './facts.ts';
import { readCountingVerifications } from './store.ts';

type JudgedOn = Pick<Judged, 'on'> & { company: RegulatedCompany };

/**
 * Of the verifications that count as evidence of these clients' identity, with what each lacks at the client's present risk level; null if nothing. By client.
 * AU s28, s38.
 */
async function judgeAtRisk(trx: Trx, { company, on }: JudgedOn, clientIds: readonly string[]) {
  const stored = await readCountingVerifications(trx, clientIds, on);
  const clients = await readClientsById(trx, [...new Set(stored.map(({ row }) => row.client_id))]);
  return clients.map((client) => ({
    clientId: client.id,
    judged: stored
      .filter(({ row }) => row.client_id === client.id)
      .map((one) => {
        const facts = getFacts({ stored: one, client, same: [], on: one.row.decided_on });
        return { id: one.row.id, unmet: unmetAtRisk(one.row.rules ?? [], facts, { company, today: on }) };
      }),
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
