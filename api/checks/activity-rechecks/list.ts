import { z } from 'zod';
import type { listActivityRechecks as listEndpoint } from '#contract/activity-rechecks.ts';
import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import { inRecheckOrder } from '#rules/activities/activity-recheck.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { listCursors } from '../../kernel/http/list-cursor.ts';
import type { ActivitiesDeps } from '../activities/queries.ts';
import { countRechecks, selectRechecks } from './store.ts';

const cursors = listCursors({ rank: z.number().int().min(1).max(4), id: z.uuid() });

const list = { list: 'activityRechecks' };

/** GET /activity-rechecks. @throws `request.invalid` for a cursor of another list */
export function listActivityRechecks(
  deps: Pick<ActivitiesDeps, 'db'>,
  caller: MemberCaller,
  { cursor, limit }: EndpointInput<typeof listEndpoint>['query'],
): Promise<EndpointResponse<typeof listEndpoint>> {
  const place = cursor === undefined ? undefined : cursors.read(list, cursor);
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const { rows: found } = await selectRechecks({ place, limit: limit + 1 }).execute(trx);
    const { rows, ...besidePage } = cursors.page(list, { found, limit, place }, ({ rank, activityId }) => ({
      rank,
      id: activityId,
    }));
    return {
      items: rows.map(({ rank: _rank, causes, ...row }) => ({ ...row, causes: inRecheckOrder(causes) })),
      ...besidePage,
      total: await countRechecks(trx),
    };
  });
}
