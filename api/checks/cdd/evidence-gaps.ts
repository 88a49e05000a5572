import { z } from 'zod';
import type { listEvidenceGaps as listEndpoint } from '#contract/cdd/evidence-gaps.ts';
import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { listCursors } from '../../kernel/http/list-cursor.ts';
import { readClientsById } from '../../records/clients/record/store.ts';
import { countClosedGaps, countGaps, readGaps } from './evidence-gaps-store.ts';
import { assessClient, outstandingEvidence } from './requirements.ts';
import { type DiligenceDeps, diligenceInput } from './service.ts';

const cursors = listCursors({ rank: z.number().int().min(1).max(4), id: z.uuid() });

const list = { list: 'evidenceGaps' };

/**
 * GET /evidence-gaps. The listed clients follow from their records; outstanding requirements are evaluated only for the page's clients,
 * by the rules of the day.
 */
export function listEvidenceGaps(
  deps: DiligenceDeps,
  caller: MemberCaller,
  { cursor, limit }: EndpointInput<typeof listEndpoint>['query'],
): Promise<EndpointResponse<typeof listEndpoint>> {
  const place = cursor === undefined ? undefined : cursors.read(list, cursor);
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const found = await readGaps(trx, caller.company, { place, limit: limit + 1 });
    const { rows, ...besidePage } = cursors.page(list, { found, limit, place }, ({ rank, clientId }) => ({
      rank,
      id: clientId,
    }));
    const outstanding = new Map<string, string[]>();
    for (const client of await readClientsById(
      trx,
      rows.map(({ clientId }) => clientId),
    )) {
      const input = await diligenceInput(trx, deps, caller, client);
      const texts = outstandingEvidence(input, assessClient(input)).map(({ text }) => text);
      outstanding.set(client.id, texts);
    }
    return {
      items: rows.map(({ rank: _rank, ...row }) => ({
        ...row,
        outstanding: outstanding.get(row.clientId) ?? [],
      })),
      ...besidePage,
      total: await countGaps(trx, caller.company),
      approvedSince: await countClosedGaps(trx),
    };
  });
}
