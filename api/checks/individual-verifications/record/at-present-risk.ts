import { type UnmetAtRisk, unmetAtRisk } from '#rules/identity-verification/evaluate.ts';
import { readClientsById } from '../../../records/clients/record/store.ts';
import type { Trx } from './deps.ts';
import { getFacts, type Judged } from './facts.ts';
import { readCountingVerifications } from './store.ts';

/**
 * Of these clients, those whose evidence of identity was decided on before they were rated as they are now, and no longer meets the rules: by client, what
 * is missing. One verification that meets them is enough. AU s28, s38.
 */
export async function readUnmetAtRisk(
  trx: Trx,
  { company, on }: Pick<Judged, 'on'> & { company: Parameters<typeof unmetAtRisk>[2]['company'] },
  clientIds: readonly string[],
): Promise<Map<string, UnmetAtRisk>> {
  const stored = await readCountingVerifications(trx, clientIds, on);
  const clients = await readClientsById(trx, [...new Set(stored.map(({ row }) => row.client_id))]);
  const found = new Map<string, UnmetAtRisk>();
  for (const client of clients) {
    const own = stored.filter(({ row }) => row.client_id === client.id);
    const unmet = own.map((one) => {
      const facts = getFacts({ stored: one, client, same: [], on: one.row.decided_on });
      return unmetAtRisk(one.row.rules ?? [], facts, { company, today: on });
    });
    const [first] = unmet;
    if (first && unmet.every((one) => one !== null)) found.set(client.id, first);
  }
  return found;
}
