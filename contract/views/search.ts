import { z } from 'zod';
import { activityStatuses } from '#contract/activities.ts';
import { clientListItem } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { recordId } from '#contract/fields.ts';
import { sanctionsTag } from '#contract/sanctions.ts';
import { resourceTypes } from '#rules/risk/question-types.ts';

/**
 * The first records of each kind that match a text, best first; of activities, the best of the 200 newest that match. Further pages of
 * clients and activities are those of their lists.
 */
export const searchEverything = endpoint({
  id: 'search.read',
  method: 'GET',
  path: '/search',
  summary: 'Search clients, activities, team members and templates; exact words rank first',
  caller: 'member',
  permission: 'records.read',
  query: z.object({ q: z.string().max(200) }),
  response: z.object({
    clients: z.array(clientListItem),
    activities: z.array(
      z.object({
        id: recordId,
        reference: z.string(),
        name: z.string(),
        status: z.enum(activityStatuses),
        sanctions: sanctionsTag,
      }),
    ),
    people: z.array(z.object({ id: recordId, name: z.string() })),
    templates: z.array(z.object({ id: recordId, name: z.string(), resourceType: z.enum(resourceTypes) })),
  }),
  status: 200,
});
