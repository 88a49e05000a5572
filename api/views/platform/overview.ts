import { readPlatformHome as homeEndpoint } from '#contract/platform/platform.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { asPlatform } from '../../kernel/database/tenancy.ts';
import type { TeamDeps } from '../../records/team/invitations.ts';
import { readFailures } from './failures.ts';
import { readAttention, readMonths, readTotals } from './overview-store.ts';

const handler = handlersFor<TeamDeps>();

/** Months in the trend, the running one included. */
const visibleMonths = 12;

/** The last twelve months as `YYYY-MM` by UTC, oldest first. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: visibleMonths }, (_, index) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (visibleMonths - 1 - index), 1);
    return new Date(first).toISOString().slice(0, 7);
  });
}

/** GET /admin/overview. */
export const readPlatformHome = handler(homeEndpoint, async (deps) => {
  const now = deps.now();
  const months = lastMonths(now);
  const failures = await readFailures(deps.db, now);
  return asPlatform(deps.db, async (trx) => {
    const totals = await readTotals(trx);
    const added = await readMonths(trx, `${months[0]}-01T00:00:00.000Z`);
    const attention = await readAttention(trx, now);
    const of = (month: string, kind: string) =>
      added.find((row) => row.month === month && row.kind === kind)?.added ?? 0;
    return {
      totals,
      months: months.map((month) => ({
        month,
        companies: of(month, 'companies'),
        people: of(month, 'people'),
        checks: of(month, 'checks'),
        alerts: of(month, 'alerts'),
      })),
      attention,
      failures,
    };
  });
});
