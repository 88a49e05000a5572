import type { z } from 'zod';
import { listActivities } from '#contract/activities.ts';
import {
  type ActivityStatus,
  finalActivityStatuses,
  openActivityStatuses,
} from '#rules/lifecycles/activities.ts';
import { getLine } from '../../../components/activities/activity-lines.server.ts';
import type { MainApi } from '../../../main-api/main-api.server.ts';
import type { BoardColumn } from './activity-board.tsx';
import type { ActivityFilters } from './activity-filters.ts';

type Page = z.output<typeof listActivities.response>;

export const emptyPage: Page = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: { count: 0, capped: false },
  byStatus: [],
};

const maxPerColumn = 20;

/** The board's columns with their first activities. */
export async function readBoard(
  api: MainApi,
  filters: ActivityFilters,
  byStatus: Page['byStatus'],
): Promise<{ columns: BoardColumn[]; finished: Page['byStatus'] }> {
  const none = { count: 0, capped: false };
  const getTotal = (status: ActivityStatus) =>
    byStatus.find((entry) => entry.status === status)?.total ?? none;
  const columns = await Promise.all(
    openActivityStatuses.map(async (status) => {
      const total = getTotal(status);
      if (total.count === 0) return { status, total, lines: [] };
      const query = { ...filters, status, limit: maxPerColumn };
      const { items } = await api.call(listActivities, { query });
      return { status, total, lines: items.map(getLine) };
    }),
  );
  return { columns, finished: finalActivityStatuses.map((status) => ({ status, total: getTotal(status) })) };
}
