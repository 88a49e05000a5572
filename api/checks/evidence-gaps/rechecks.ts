import type { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { inRecheckOrder } from '#rules/activities/activity-recheck.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { readRankedPage } from '../../kernel/http/list-cursor.ts';
import { countRechecks, selectRechecks } from './rechecks-store.ts';

/** A page of the activities to recheck. @throws `request.invalid` for a cursor of another list */
export async function readRechecksPage(
  trx: Trx,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<EndpointResponse<typeof listEvidenceGaps>['activities']> {
  const { rows, ...cursors } = await readRankedPage(
    { list: 'activityRechecks', field: 'activitiesCursor', cursor, limit },
    async (range) => (await selectRechecks(range).execute(trx)).rows,
    ({ rank, activityId }) => ({ rank, id: activityId }),
  );
  return {
    items: rows.map(({ rank: _rank, causes, ...row }) => ({ ...row, causes: inRecheckOrder(causes) })),
    ...cursors,
    total: await countRechecks(trx),
  };
}
