import { z } from 'zod';
import { clientStatuses } from '#rules/client-types.ts';
import { alert } from './alerts.ts';
import { cappedCount, clientListItem } from './clients.ts';
import { endpoint } from './endpoint.ts';

export const readHome = endpoint({
  id: 'home.read',
  method: 'GET',
  path: '/home',
  summary: 'What waits for the signed-in member today',
  caller: 'member',
  act: 'records.read',
  answer: z.object({
    clientsByStatus: z.array(z.object({ status: z.enum(clientStatuses), total: cappedCount })),
    /** Clients that this member is responsible for and that are not active yet, oldest first. */
    mine: z.array(clientListItem),
    mineTotal: cappedCount,
    /** Clients that nobody is responsible for. */
    unassignedTotal: cappedCount,
    recentlyAdded: z.array(clientListItem),
    /** Alerts of this member and of nobody, newest first. */
    alerts: z.array(alert),
    alertsTotal: cappedCount,
  }),
  status: 200,
});
