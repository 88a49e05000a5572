import type { Kysely } from 'kysely';
import { listAlerts as listEndpoint } from '#contract/monitoring/alerts.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { alertPage } from './store.ts';

export interface AlertsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<AlertsDeps>();

/** GET /alerts. */
export const listAlerts = query(listEndpoint, async ({ trx, deps, caller: { member }, query: filters }) => {
  const { resourceType, resourceId, waitingFor, type, status, severity, assignee, overdue, after, limit } =
    filters;
  const { rows, total } = await alertPage(trx, {
    filter: {
      ...(resourceType && resourceId ? { resource: { type: resourceType, id: resourceId } } : {}),
      waitingFor: waitingFor && member.id,
      type,
      status,
      severity,
      assignee: assignee === 'me' ? member.id : assignee,
      isOverdue: overdue === 'yes',
    },
    after,
    limit,
    now: deps.now().toISOString(),
  });
  const { items, next } = toPage(rows, limit, ({ id }) => id);
  return { items, nextAfter: next, total };
});
