import type { z } from 'zod';
import { listActivities } from '#contract/activities.ts';
import type { ActivityStatus } from '#rules/lifecycles/activities.ts';
import type { MainApi } from '../../main-api.server.ts';
import type { BoardColumn } from './activity-board.tsx';
import type { ActivityFilters } from './activity-filters.ts';
import { lineOf } from './activity-texts.server.ts';

type Page = z.output<typeof listActivities.answer>;

export const emptyPage: Page = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: { count: 0, capped: false },
  byStatus: [],
};

const openStatuses: readonly ActivityStatus[] = ['toDo', 'inProgress', 'inReview', 'onHold'];
const finishedStatuses: readonly ActivityStatus[] = ['completed', 'cancelled'];
const mostInColumn = 20;

/** The board's columns with their first activities. */
export async function readBoard(
  api: MainApi,
  filters: ActivityFilters,
  byStatus: Page['byStatus'],
): Promise<{ columns: BoardColumn[]; finished: Page['byStatus'] }> {
  const none = { count: 0, capped: false };
  const totalOf = (status: ActivityStatus) =>
    byStatus.find((entry) => entry.status === status)?.total ?? none;
  const columns = await Promise.all(
    openStatuses.map(async (status) => {
      const total = totalOf(status);
      if (total.count === 0) return { status, total, lines: [] };
      const query = { ...filters, status, limit: mostInColumn };
      const { items } = await api.call(listActivities, { query });
      return { status, total, lines: items.map(lineOf) };
    }),
  );
  return { columns, finished: finishedStatuses.map((status) => ({ status, total: totalOf(status) })) };
}
