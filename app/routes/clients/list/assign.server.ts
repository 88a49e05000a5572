import { data } from '@remix-run/node';
import { z } from 'zod';
import { type AssignmentResult, assignClients } from '#contract/clients/client-assignment.ts';
import type { ClientFilters } from '#contract/clients/client-record.ts';
import type { BulkAct } from '#contract/monitoring/bulk-actions.ts';
import { enrolClients } from '#contract/monitoring/enrolments.ts';
import { type FormResult, toFormResult } from '../../../components/forms/form-result.server.ts';
import { getRequestKey, parseForm, textIn } from '../../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../../flash.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { startBulk } from '../bulk/bulk.server.ts';
import { filtersFromUrl, getQuery } from './client-filters.ts';

/** The value of a row's checkbox: the client, and its relationship owner when the list was rendered. */
export const getTick = (id: string, responsibleId: string | undefined) => `${id} ${responsibleId ?? ''}`;

/** Result of assigning if some or all clients were not changed. */
export interface AssignResult extends FormResult {
  intent: 'assign';
  result: AssignmentResult | null;
}

const assignForm = z.object({
  to: z.string({ error: 'Select a relationship owner' }),
  which: z.enum(['ticked', 'all'], { error: 'Select clients' }),
  client: z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(z.string()),
  ),
  confirmedTotal: z.coerce.number().int().min(0).default(0),
});

/** The select's value for "no one"; an empty value means that nothing was selected. */
export const unassigned = 'nobody';

/** Starts a bulk action on the selected clients, or on all of the list; its problem is shown above the list. */
async function startFor(
  api: MemberArgs['api'],
  form: FormData,
  act: BulkAct,
  {
    submission,
    clientIds,
    ...filtered
  }: { submission: Parameters<typeof toFormResult>[0] } & (
    | { clientIds: string[] }
    | { clientIds?: undefined; filters: ClientFilters; confirmedTotal: number }
  ),
) {
  const selection = clientIds === undefined ? (filtered as FilteredSelection) : { clientIds };
  const sent = await startBulk(api, form, act, selection);
  if ('started' in sent) return sent.started;
  const { problem } = sent;
  const fields: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(problem.fields ?? {})) {
    const field = { 'act.dueOn': 'dueOn', 'act.cause': 'cause', 'act.memberId': 'to' }[path] ?? '';
    fields[field] = [...(fields[field] ?? []), ...messages];
  }
  const result = toFormResult(submission, { ...problem, fields });
  return data<AssignResult>({ intent: 'assign', result: null, ...result }, { status: problem.status });
}

interface FilteredSelection {
  filters: ClientFilters;
  confirmedTotal: number;
}

/** Starts a bulk action that is none of the older ones: it always runs in the background. */
const startAct =
  (getAct: (form: FormData) => BulkAct) =>
  ({ api, url }: MemberArgs, form: FormData) => {
    const submission = parseForm(form, assignForm.omit({ to: true }));
    if (submission.status !== 'success') {
      return data<AssignResult>(
        { intent: 'assign', result: null, reply: submission.reply() },
        { status: 422 },
      );
    }
    const { which, client, confirmedTotal } = submission.value;
    const clientIds = client.map((tick) => tick.split(' ')[0] ?? '');
    const filters = filtersFromUrl(url.searchParams);
    return startFor(
      api,
      form,
      getAct(form),
      which === 'all' ? { submission, filters, confirmedTotal } : { submission, clientIds },
    );
  };

/** "12 clients were changed, 3 had this responsible person already." */
function getMessage({ changed, unchanged }: AssignmentResult): string {
  const were = changed === 1 ? '1 client updated' : `${changed} clients updated`;
  return unchanged === 0 ? `${were}.` : `${were}; ${unchanged} already up to date.`;
}

/**
 * Enrols the selected clients, or all of the filter, in a worklist: the one in the URL, as linked from a worklist's page, else the
 * company's default one.
 */
async function enrol({ api, me, url }: MemberArgs, form: FormData) {
  const submission = parseForm(form, assignForm.omit({ to: true }));
  const base = { intent: 'assign' as const, result: null };
  if (submission.status !== 'success') {
    return data<AssignResult>({ ...base, reply: submission.reply() }, { status: 422 });
  }
  const { which, client, confirmedTotal } = submission.value;
  const worklistId = Number(url.searchParams.get('worklist') ?? (await me()).company.defaultWorklistId);
  const filters = filtersFromUrl(url.searchParams);
  const clientIds = client.map((tick) => tick.split(' ')[0] ?? '');
  if (which === 'all') {
    return startFor(api, form, { kind: 'screen', worklistId }, { submission, filters, confirmedTotal });
  }
  const sent = await api.submit(enrolClients, {
    body: { worklistId, clientIds },
    requestKey: getRequestKey(form),
  });
  if (!sent.ok) {
    const { '': whole = [], ...others } = sent.problem.fields ?? {};
    const messages = [...whole, ...Object.values(others).flat()];
    const fields: Record<string, string[]> = messages.length > 0 ? { '': messages } : {};
    const problem = { ...sent.problem, fields };
    return data<AssignResult>({ ...base, ...toFormResult(submission, problem) }, { status: problem.status });
  }
  const { enrolled, unchanged, notEnrolled } = sent.value;
  if (notEnrolled.length > 0) {
    const result = { changed: enrolled, unchanged, notChanged: notEnrolled };
    return data<AssignResult>({ ...base, reply: submission.reply(), result });
  }
  const text = `${enrolled === 1 ? '1 client' : `${enrolled} clients`} enrolled in monitoring${unchanged > 0 ? `; ${unchanged} already enrolled` : ''}.`;
  return redirectWithFlash(`/clients${getQuery(filters)}`, { kind: 'success', text });
}

async function assign({ api, url }: MemberArgs, form: FormData) {
  const submission = parseForm(form, assignForm);
  const base = { intent: 'assign' as const, result: null };
  if (submission.status !== 'success') {
    return data<AssignResult>({ ...base, reply: submission.reply() }, { status: 422 });
  }
  const { to, which, client, confirmedTotal } = submission.value;
  const responsibleMemberId = to === unassigned ? null : to;
  const filters = filtersFromUrl(url.searchParams);
  const clients = client.map((tick) => {
    const [id = '', shown = ''] = tick.split(' ');
    return { id, expectedResponsibleMemberId: shown || null };
  });
  if (which === 'all') {
    const act = { kind: 'assign', memberId: responsibleMemberId } as const;
    return startFor(api, form, act, { submission, filters, confirmedTotal });
  }
  const requestKey = getRequestKey(form);
  const sent = await api.submit(assignClients, { body: { responsibleMemberId, clients }, requestKey });
  if (!sent.ok) {
    const { responsibleMemberId: who, ...fields } = sent.problem.fields ?? {};
    const problem = {
      ...sent.problem,
      fields: { ...(who ? { to: who } : {}), '': Object.values(fields).flat() },
    };
    return data<AssignResult>({ ...base, ...toFormResult(submission, problem) }, { status: problem.status });
  }
  const result = sent.value;
  if (result.notChanged.length > 0) {
    return data<AssignResult>({ ...base, reply: submission.reply(), result });
  }
  return redirectWithFlash(`/clients${getQuery(filters)}`, { kind: 'success', text: getMessage(result) });
}

/** Sets the relationship owner of several clients, screens them, starts their onboarding, or schedules their reviews. */
export const assignActions = {
  assign,
  enrol,
  startOnboarding: startAct(() => ({ kind: 'startOnboarding' })),
  startReview: startAct((form) => ({
    kind: 'startReview',
    dueOn: textIn(form, 'dueOn') || '',
    cause: textIn(form, 'cause'),
  })),
};
