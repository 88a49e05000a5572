import { redirect } from '@remix-run/node';
import type { ClientFilters } from '#contract/clients/client-record.ts';
import type { Problem } from '#contract/errors.ts';
import {
  type BulkAct,
  type BulkAction,
  bulkItemStates,
  listBulkActions,
  listBulkItems,
  readBulkAction,
  startBulkAction,
  stopBulkAction,
  undoBulkAction,
} from '#contract/monitoring/bulk-actions.ts';
import { formatLongDate } from '#rules/format/dates.ts';
import { bulkActionsUrl } from '#rules/pages/client-list-pages.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit } from '../../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../../components/forms/form-result.server.ts';
import { getRequestKey } from '../../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../../flash.server.ts';
import type { MainApi } from '../../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';

/** What an action does, in a few words. */
function getTitle({ act: { kind, target } }: BulkAction): string {
  switch (kind) {
    case 'assign':
      return target === null ? 'Remove the relationship owner' : `Set relationship owner: ${target}`;
    case 'screen':
      return `Screen in worklist ${target ?? ''}`.trim();
    case 'startOnboarding':
      return 'Start onboarding';
    case 'startReview':
      return `Schedule a review for ${target === null ? 'a day' : formatLongDate(target)}`;
    case 'restoreOwner':
      return 'Restore former relationship owners';
  }
}

const statusWords = { running: 'Running', done: 'Finished', stopped: 'Stopped' } as const;

function toShown(action: BulkAction, timeZone: string) {
  return {
    ...action,
    title: getTitle(action),
    statusWord: statusWords[action.status],
    started: `${formatInstant(action.createdAt, timeZone)}, ${action.createdBy.name}`,
  };
}

/** The newest bulk actions, or one of them with its clients. */
export async function readBulkScreen({ api, me, url }: MemberArgs) {
  const session = await me();
  const { timeZone } = session.company;
  const id = url.searchParams.get('action');
  if (id === null) {
    const { actions } = await api.call(listBulkActions, {});
    return { step: 'list' as const, actions: actions.map((action) => toShown(action, timeZone)) };
  }
  const state = bulkItemStates.find((known) => known === url.searchParams.get('state'));
  const after = Number(url.searchParams.get('after') ?? 0) || 0;
  const params = { id };
  const [action, { items, nextAfter }] = await Promise.all([
    api.call(readBulkAction, { params }),
    api.call(listBulkItems, { params, query: { ...(state ? { state } : {}), after, limit: 50 } }),
  ]);
  return {
    step: 'one' as const,
    action: toShown(action, timeZone),
    items,
    nextAfter,
    state: state ?? null,
    mayWrite: may(session, 'records.write'),
    requestKey: newRequestKey(),
  };
}

export type BulkScreenData = Awaited<ReturnType<typeof readBulkScreen>>;

async function stop({ api, url }: MemberArgs, form: FormData) {
  const id = url.searchParams.get('action') ?? '';
  await api.submit(stopBulkAction, { params: { id }, body: {}, requestKey: getRequestKey(form) });
  return redirect(bulkActionsUrl(id));
}

async function undo({ api, url }: MemberArgs, form: FormData) {
  const id = url.searchParams.get('action') ?? '';
  const sent = await api.submit(undoBulkAction, {
    params: { id },
    body: {},
    requestKey: getRequestKey(form),
  });
  if (sent.ok) return redirect(bulkActionsUrl(sent.value.id));
  return redirectWithFlash(bulkActionsUrl(id), {
    kind: 'warning',
    text: sent.problem.detail ?? sent.problem.title,
  });
}

/** The buttons of a bulk action's page. */
export const handleBulkAction = onSubmit(formActions({ stop, undo }));

/** Starts an action on selected clients, or on all of a filter; the redirect to its progress, or the problem. */
export async function startBulk(
  api: MainApi,
  form: FormData,
  act: BulkAct,
  selection: { clientIds: string[] } | { filters: ClientFilters; confirmedTotal: number },
): Promise<{ started: Response } | { problem: Problem }> {
  const sent = await api.submit(startBulkAction, {
    body: { act, ...selection },
    requestKey: getRequestKey(form),
  });
  return sent.ok ? { started: redirect(bulkActionsUrl(sent.value.id)) } : { problem: sent.problem };
}
