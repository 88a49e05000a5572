import { data, redirect } from '@remix-run/node';
import type { SavedListViews, SavedView, ViewScreen } from '#contract/saved-view.ts';
import { createSavedView, deleteSavedView, updateSavedView, viewQuery } from '#contract/views/saved-views.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { screenForms } from '../forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../forms/form-result.server.ts';
import { isChecked, textIn, typedTextIn } from '../forms/parse-form.server.ts';
import type { SavedViewsPanel, ViewChoice } from './views-shown.ts';

/** A list's URL with the query of a view. The unfiltered list is named in it, because the bare URL opens the default view. */
const viewHref = (url: string, query: string) => `${url}?${query || 'view=all'}`;

function getChoice(
  view: SavedView,
  screen: ViewScreen,
  url: string,
  current: string | undefined,
): ViewChoice {
  return {
    id: view.id,
    version: view.version,
    name: view.name,
    shared: view.shared,
    isDefault: view.isDefault,
    mayChange: view.mayChange,
    href: viewHref(url, view.query),
    isCurrent: current !== undefined && viewQuery(screen, view.query) === current,
  };
}

/**
 * The member's views of a list. With a bare URL redirects to the default view, if there is one; a private one takes precedence over
 * a shared one.
 * @param filters those of the URL, without view and page
 */
export function savedViewsPanel(
  screen: ViewScreen,
  { views, mayShare }: SavedListViews,
  { url, filters }: { url: URL; filters: object },
): SavedViewsPanel {
  const first =
    views.find(({ isDefault, shared }) => isDefault && !shared) ?? views.find((view) => view.isDefault);
  if (url.search === '' && first && first.query !== '') throw redirect(viewHref(url.pathname, first.query));
  const current = viewQuery(screen, new URLSearchParams(filters as Record<string, string>).toString());
  return {
    url: url.pathname,
    choices: views.map((view) => getChoice(view, screen, url.pathname, current)),
    current: current ?? null,
    mayShare,
    requestKey: newRequestKey(),
  };
}

/** Result of a rejected form of saved views; `view` is the one concerned. */
export interface ViewResult extends FormResult {
  intent: string;
  view: string | null;
}

/** The forms that save, change and delete views of a list. */
export function viewActions(screen: ViewScreen) {
  const submits = screenForms<MemberArgs>()({
    page: ({ url }) => `${url.pathname}?view=views`,
    rejected: ({ form, intent, result, status }) =>
      data<ViewResult>({ intent, view: textIn(form, 'viewId') || null, ...result }, { status }),
  });
  const params = (_args: MemberArgs, form: FormData) => ({ id: textIn(form, 'viewId') });
  return {
    saveView: submits({
      endpoint: createSavedView,
      // A view without filters has a blank query, which parsing would treat as missing.
      body: (form) => ({
        screen,
        query: textIn(form, 'query'),
        name: typedTextIn(form, 'name'),
        shared: isChecked(form, 'shared'),
        isDefault: isChecked(form, 'isDefault'),
      }),
      accepted: ({ query }, { args: { url } }) => ({
        to: viewHref(url.pathname, query),
        text: 'View saved.',
      }),
    }),
    updateView: submits({ endpoint: updateSavedView, params, accepted: 'View updated.' }),
    deleteView: submits({ endpoint: deleteSavedView, params, accepted: 'View deleted.' }),
  };
}
