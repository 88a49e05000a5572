import { data } from '@remix-run/node';
import { z } from 'zod';
import { type AssignmentResult, assignClients, assignFilteredClients } from '#contract/client-assignment.ts';
import { enrolClients, enrolFilteredClients } from '#contract/enrolments.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { filtersFromUrl, queryOf } from './client-filters.ts';

/** What stands in a row's checkbox: the client, and who was responsible when the list was made. */
export const tickOf = (id: string, responsibleId: string | undefined) => `${id} ${responsibleId ?? ''}`;

/** What assigning answers when something was not changed, or nothing was. */
export interface AssignAnswer extends FormAnswer {
  intent: 'assign';
  result: AssignmentResult | null;
}

const assignForm = z.object({
  to: z.string({ error: 'Choose who becomes responsible' }),
  which: z.enum(['ticked', 'all'], { error: 'Choose which clients' }),
  client: z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(z.string()),
  ),
  shownTotal: z.coerce.number().int().min(0).default(0),
});

/** Nobody, as the select says it: an empty value would be no choice at all. */
export const nobody = 'nobody';

/** "12 clients were changed, 3 had this responsible person already." */
function sentenceOf({ changed, unchanged }: AssignmentResult): string {
  const were = changed === 1 ? '1 client was changed' : `${changed} clients were changed`;
  return unchanged === 0 ? `${were}.` : `${were}; ${unchanged} needed no change.`;
}

/**
 * Has a worklist watch the ticked clients, or all of the filter: the one that the URL names, which is how a worklist's page leads here,
 * else the company's default one.
 */
async function answerEnrolForm({ api, me, url }: MemberArgs, form: FormData) {
  const submission = parseForm(form, assignForm.omit({ to: true }));
  const base = { intent: 'assign' as const, result: null };
  if (submission.status !== 'success') {
    return data<AssignAnswer>({ ...base, reply: submission.reply() }, { status: 422 });
  }
  const { which, client, shownTotal } = submission.value;
  const worklistId = url.searchParams.get('worklist') ?? (await me()).company.defaultWorklistId;
  const filters = filtersFromUrl(url.searchParams);
  const clientIds = client.map((tick) => tick.split(' ')[0] ?? '');
  const sent =
    which === 'all'
      ? await api.submit(enrolFilteredClients, { body: { worklistId, filters, shownTotal } })
      : await api.submit(enrolClients, { body: { worklistId, clientIds }, requestKey: requestKeyOf(form) });
  if (!sent.ok) {
    const { '': whole = [], ...others } = sent.problem.fields ?? {};
    const sentences = [...whole, ...Object.values(others).flat()];
    const fields: Record<string, string[]> = sentences.length > 0 ? { '': sentences } : {};
    const problem = { ...sent.problem, fields };
    return data<AssignAnswer>({ ...base, ...answerProblem(submission, problem) }, { status: problem.status });
  }
  const { enrolled, unchanged, notEnrolled } = sent.value;
  if (notEnrolled.length > 0) {
    const result = { changed: enrolled, unchanged, notChanged: notEnrolled };
    return data<AssignAnswer>({ ...base, reply: submission.reply(), result });
  }
  const text = `${enrolled === 1 ? '1 client is' : `${enrolled} clients are`} watched now${unchanged > 0 ? `; ${unchanged} were already` : ''}.`;
  return redirectWithFlash(`/clients${queryOf(filters)}`, { kind: 'success', text });
}

/** Answers the form that makes a member responsible for several clients, or has them watched. */
export async function answerAssignForm(args: MemberArgs, form: FormData) {
  if (form.get('intent') === 'enrol') return answerEnrolForm(args, form);
  const { api, url } = args;
  const submission = parseForm(form, assignForm);
  const base = { intent: 'assign' as const, result: null };
  if (submission.status !== 'success') {
    return data<AssignAnswer>({ ...base, reply: submission.reply() }, { status: 422 });
  }
  const { to, which, client, shownTotal } = submission.value;
  const responsibleMemberId = to === nobody ? null : to;
  const filters = filtersFromUrl(url.searchParams);
  const clients = client.map((tick) => {
    const [id = '', shown = ''] = tick.split(' ');
    return { id, shownResponsibleMemberId: shown || null };
  });
  const requestKey = requestKeyOf(form);
  const sent =
    which === 'all'
      ? await api.submit(assignFilteredClients, { body: { responsibleMemberId, filters, shownTotal } })
      : await api.submit(assignClients, { body: { responsibleMemberId, clients }, requestKey });
  if (!sent.ok) {
    const { responsibleMemberId: who, ...fields } = sent.problem.fields ?? {};
    const problem = {
      ...sent.problem,
      fields: { ...(who ? { to: who } : {}), '': Object.values(fields).flat() },
    };
    return data<AssignAnswer>({ ...base, ...answerProblem(submission, problem) }, { status: problem.status });
  }
  const result = sent.value;
  if (result.notChanged.length > 0) {
    return data<AssignAnswer>({ ...base, reply: submission.reply(), result });
  }
  return redirectWithFlash(`/clients${queryOf(filters)}`, { kind: 'success', text: sentenceOf(result) });
}
