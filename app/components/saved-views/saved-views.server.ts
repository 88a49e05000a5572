import { data, redirect } from '@remix-run/node';
import type { SavedView, ViewScreen, ViewsOfList } from '#contract/saved-view.ts';
import {
  createSavedView,
  deleteSavedView,
  savedViewInput,
  updateSavedView,
  viewQuery,
} from '#contract/saved-views.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import { parseForm, requestKeyOf } from '../forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../forms/reply.server.ts';
import type { ViewChoice, ViewsShown } from './view-menu.tsx';

/** A list's URL with the query of a view; the whole list says so, because the bare URL opens the default. */
export const viewHref = (url: string, query: string) => `${url}?${query || 'view=all'}`;

function choiceOf(view: SavedView, screen: ViewScreen, url: string, current: string | undefined): ViewChoice {
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
 * The views of a list for whoever asks. Where the list's URL is bare and a view opens first, leads to that one; one's own goes
 * before one that everybody shares.
 * @param filters what the list's URL asks for, without place and page
 */
export function viewsShown(
  screen: ViewScreen,
  { views, mayShare }: ViewsOfList,
  { url, filters }: { url: URL; filters: object },
): ViewsShown {
  const first =
    views.find(({ isDefault, shared }) => isDefault && !shared) ?? views.find((view) => view.isDefault);
  if (url.search === '' && first && first.query !== '') throw redirect(viewHref(url.pathname, first.query));
  const current = viewQuery(screen, new URLSearchParams(filters as Record<string, string>).toString());
  return {
    url: url.pathname,
    choices: views.map((view) => choiceOf(view, screen, url.pathname, current)),
    current: current ?? null,
    mayShare,
    requestKey: newRequestKey(),
  };
}

/** What a form of views answers when nothing was saved; `view` is the one that it was about. */
export interface ViewAnswer extends FormAnswer {
  intent: string;
  view: string | null;
}

const doneTexts = {
  saveView: 'The view is saved.',
  updateView: 'The view is changed.',
  deleteView: 'The view is deleted.',
} as const;

const isIntent = (intent: unknown): intent is keyof typeof doneTexts =>
  typeof intent === 'string' && Object.hasOwn(doneTexts, intent);

/** Whether a posted form is one of views. */
export const isViewForm = (form: FormData) => isIntent(form.get('intent'));

/** Answers the forms that save, change and delete views of a list. */
export async function answerViewForm(
  api: MainApi,
  screen: ViewScreen,
  { form, url }: { form: FormData; url: URL },
) {
  const intent = form.get('intent');
  if (!isIntent(intent)) throw Response.json({ code: 'request.malformed' }, { status: 400 });
  const requestKey = requestKeyOf(form);
  const view = form.get('viewId');
  const params = { id: String(view ?? '') };
  form.set('screen', screen);
  if (!form.has('query')) form.set('query', '');
  const schema =
    intent === 'saveView'
      ? savedViewInput
      : intent === 'updateView'
        ? updateSavedView.body
        : deleteSavedView.body;
  const submission = parseForm(form, schema);
  const about = { intent, view: view === null ? null : String(view) };
  if (submission.status !== 'success') {
    return data<ViewAnswer>({ ...about, reply: submission.reply() }, { status: 422 });
  }
  const body = submission.value as never;
  const sent =
    intent === 'saveView'
      ? await api.submit(createSavedView, {
          body: { ...(body as object), query: String(form.get('query')) } as never,
          requestKey,
        })
      : intent === 'updateView'
        ? await api.submit(updateSavedView, { params, body, requestKey })
        : await api.submit(deleteSavedView, { params, body, requestKey });
  if (!sent.ok) {
    return data<ViewAnswer>(
      { ...about, ...answerProblem(submission, sent.problem) },
      { status: sent.problem.status },
    );
  }
  const saved = sent.value as Partial<SavedView>;
  const to = intent === 'saveView' ? viewHref(url.pathname, saved.query ?? '') : `${url.pathname}?view=views`;
  return redirectWithFlash(to, { kind: 'success', text: doneTexts[intent] });
}
