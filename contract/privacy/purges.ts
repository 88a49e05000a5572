import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { instant } from '#contract/fields.ts';

export const readPurgeSchedule = endpoint({
  id: 'privacy.purges',
  method: 'GET',
  path: '/purge-schedule',
  summary: 'List what is destroyed when, and when it last was',
  caller: 'member',
  permission: 'privacy.read',
  response: z.object({
    clocks: z.array(
      z.object({
        code: z.string(),
        text: z.string(),
        when: z.string(),
        basis: z.string(),
        /** When its job last finished; null if it has not yet. */
        lastRunAt: instant.nullable(),
      }),
    ),
  }),
  status: 200,
});
