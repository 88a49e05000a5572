import type { Kysely } from 'kysely';
import type { EndpointInput, EndpointResponse } from '#contract/endpoint.ts';
import type { listAlerts as listEndpoint } from '#contract/monitoring/alerts.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { alertPage } from './store.ts';

export interface AlertsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

/** GET /alerts. */
export function listAlerts(
  deps: AlertsDeps,
  { company, member }: MemberCaller,
  query: EndpointInput<typeof listEndpoint>['query'],
): Promise<EndpointResponse<typeof listEndpoint>> {
  const { resourceType, resourceId, waitingFor, type, status, severity, assignee, overdue, after, limit } =
    query;
  return asTenant(deps.db, company.id, async (trx) => {
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
}
