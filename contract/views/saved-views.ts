import { z } from 'zod';
import { activityFilters } from '#contract/activities.ts';
import { clientFilters } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { recordId, recordVersion, requiredText, versionOnly } from '#contract/fields.ts';
import { savedView, toListViews, type ViewScreen, viewScreens } from '#contract/saved-view.ts';
import { findTaxFileNumber } from '#rules/identifiers/tax-file-numbers.ts';

/** URL parameters of each list. */
const filterColumns = {
  clients: clientFilters.strict(),
  activities: activityFilters.strict(),
} satisfies Record<ViewScreen, z.ZodObject>;

/**
 * Normalises a list's filters and sort order to a query string: sorted names, no blanks, so that equal views are equal
 * strings. Undefined for parameters that the list does not have.
 */
export function viewQuery(screen: ViewScreen, query: string): string | undefined {
  const filledParams = [...new URLSearchParams(query)].filter(([, value]) => value.trim() !== '');
  const byName = Object.fromEntries(filledParams);
  if (Object.keys(byName).length !== filledParams.length) return undefined;
  if (!filterColumns[screen].safeParse(byName).success) return undefined;
  return new URLSearchParams(filledParams.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** Maximum length of a saved query string. */
const maxQueryLength = 1000;

const viewFields = z.object({
  name: requiredText('Enter a name', { max: 60 }),
  /** Shared with the company; otherwise private. */
  shared: z.boolean().default(false),
  /** Opened by the list's URL without parameters. */
  isDefault: z.boolean().default(false),
});

export const savedViewInput = viewFields
  .extend({
    screen: z.enum(viewScreens, { error: 'Select a list' }),
    query: z.string().max(maxQueryLength, { error: 'This view is too long to save' }),
  })
  .transform((view, context) => {
    const query = viewQuery(view.screen, view.query);
    const number = findTaxFileNumber([...new URLSearchParams(query).values()].join('\n'));
    if (query !== undefined && number.verdict !== 'refuse') return { ...view, query };
    const message = number.verdict === 'refuse' ? number.message : 'The list has no such filter';
    context.addIssue({ code: 'custom', path: ['query'], message });
    return z.NEVER;
  });

const byId = z.object({ id: recordId });

export const listSavedViews = endpoint({
  id: 'savedViews.list',
  method: 'GET',
  path: '/saved-views',
  summary: 'List the saved views of a list, shared and own, by name',
  caller: 'member',
  permission: 'records.read',
  query: z.object({ screen: z.enum(viewScreens) }),
  response: toListViews,
  status: 200,
});

export const createSavedView = endpoint({
  id: 'savedViews.create',
  method: 'POST',
  path: '/saved-views',
  summary: 'Save a list’s filters and sort order as a view, private or shared',
  caller: 'member',
  permission: 'views.save',
  once: true,
  body: savedViewInput,
  response: savedView,
  status: 201,
});

export const updateSavedView = endpoint({
  id: 'savedViews.update',
  method: 'PUT',
  path: '/saved-views/:id',
  summary: 'Rename or share a saved view, or open it by default',
  caller: 'member',
  permission: 'views.save',
  once: true,
  params: byId,
  body: viewFields.extend({ version: recordVersion }),
  response: savedView,
  status: 200,
});

export const deleteSavedView = endpoint({
  id: 'savedViews.delete',
  method: 'POST',
  path: '/saved-views/:id/delete',
  summary: 'Delete a saved view. Its records are not affected',
  caller: 'member',
  permission: 'views.save',
  once: true,
  params: byId,
  body: versionOnly,
  response: z.object({ id: recordId }),
  status: 200,
});
