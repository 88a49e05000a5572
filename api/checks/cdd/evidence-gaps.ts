import type { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readRankedPage } from '../../kernel/http/list-cursor.ts';
import { readClientsById } from '../../records/clients/record/store.ts';
import { countGaps, readGaps } from './evidence-gaps-store.ts';
import { assessClient, outstandingEvidence } from './requirements.ts';
import { type DiligenceDeps, guardInput } from './service.ts';

/**
 * A page of the clients to be approved. They follow from their records; outstanding requirements are evaluated only for the page's clients, by
 * the rules of the day.
 * @throws `request.invalid` for a cursor of another list
 */
export async function readGapsPage(
  trx: Trx,
  deps: DiligenceDeps,
  caller: MemberCaller,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<EndpointResponse<typeof listEvidenceGaps>['clients']> {
  const { rows, ...cursors } = await readRankedPage(
    { list: 'evidenceGaps', field: 'clientsCursor', cursor, limit },
    (range) => readGaps(trx, caller.company, range),
    ({ rank, clientId }) => ({ rank, id: clientId }),
  );
  const ids = rows.map(({ clientId }) => clientId);
  const outstanding = new Map<string, string[]>();
  for (const client of await readClientsById(trx, ids)) {
    const input = await guardInput(trx, deps, caller, client);
    const texts = outstandingEvidence(input, assessClient(input)).map(({ text }) => text);
    outstanding.set(client.id, texts);
  }
  return {
    items: rows.map(({ rank: _rank, ...row }) => ({
      ...row,
      outstanding: outstanding.get(row.clientId) ?? [],
    })),
    ...cursors,
    total: await countGaps(trx, caller.company),
  };
}
