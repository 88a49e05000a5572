import { z } from 'zod';
import { activityFilters } from './activities.ts';
import { clientFilters } from './clients.ts';
import { endpoint } from './endpoint.ts';
import { recordId, recordVersion, requiredText } from './fields.ts';
import { savedView, type ViewScreen, viewScreens, viewsOfList } from './saved-view.ts';

/** What each list takes in its URL. */
const filtersOf = { clients: clientFilters.strict(), activities: activityFilters.strict() } satisfies Record<
  ViewScreen,
  z.ZodObject
>;

/**
 * A list's filters and order as the query string of its URL, in one order of names and without what is blank, so that the same
 * view is the same text; undefined for what that list does not take.
 */
export function viewQuery(screen: ViewScreen, query: string): string | undefined {
  const given = [...new URLSearchParams(query)].filter(([, value]) => value.trim() !== '');
  const byName = Object.fromEntries(given);
  if (Object.keys(byName).length !== given.length) return undefined;
  if (!filtersOf[screen].safeParse(byName).success) return undefined;
  return new URLSearchParams(given.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** Longest query string that is kept. */
const longestQuery = 1000;

const viewFields = z.object({
  name: requiredText('Enter a name', { max: 60 }),
  /** For everybody of the company; else for whoever saves it. */
  shared: z.boolean().default(false),
  /** Opens with the list's bare URL. */
  isDefault: z.boolean().default(false),
});

export const savedViewInput = viewFields
  .extend({
    screen: z.enum(viewScreens, { error: 'Choose a list' }),
    query: z.string().max(longestQuery, { error: 'This view is too long to be kept' }),
  })
  .transform((view, context) => {
    const query = viewQuery(view.screen, view.query);
    if (query !== undefined) return { ...view, query };
    context.addIssue({ code: 'custom', path: ['query'], message: 'The list has no such filter' });
    return z.NEVER;
  });

const byId = z.object({ id: recordId });

export const listSavedViews = endpoint({
  id: 'savedViews.list',
  method: 'GET',
  path: '/saved-views',
  summary: 'A list’s saved views: the shared ones and the caller’s own, by name',
  caller: 'member',
  act: 'records.read',
  query: z.object({ screen: z.enum(viewScreens) }),
  answer: viewsOfList,
  status: 200,
});

export const createSavedView = endpoint({
  id: 'savedViews.create',
  method: 'POST',
  path: '/saved-views',
  summary: 'Keep a list’s filters and order under a name, for oneself or for everybody',
  caller: 'member',
  act: 'views.save',
  once: true,
  body: savedViewInput,
  answer: savedView,
  status: 201,
});

export const updateSavedView = endpoint({
  id: 'savedViews.update',
  method: 'PUT',
  path: '/saved-views/:id',
  summary: 'Rename a saved view, share it or not, make it the one that opens first',
  caller: 'member',
  act: 'views.save',
  once: true,
  params: byId,
  body: viewFields.extend({ version: recordVersion }),
  answer: savedView,
  status: 200,
});

export const deleteSavedView = endpoint({
  id: 'savedViews.delete',
  method: 'POST',
  path: '/saved-views/:id/delete',
  summary: 'Delete a saved view; the records that it showed stay',
  caller: 'member',
  act: 'views.save',
  once: true,
  params: byId,
  body: z.object({ version: recordVersion }),
  answer: z.object({ id: recordId }),
  status: 200,
});
