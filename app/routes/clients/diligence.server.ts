import { data } from '@remix-run/node';
import { moveClient, readDiligence } from '#contract/diligence.ts';
import type { Problem } from '#contract/errors.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { countryListLabels } from '#rules/risk/country-lists.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';

/** What the panel on a client's page shows of its due diligence. */
export async function readDiligencePanel({ api, params, url }: MemberArgs) {
  const found = await api.call(readDiligence, { params: { id: params.id ?? '' } });
  const { lists, exception, ...diligence } = found;
  return {
    ...diligence,
    exception: exception && { ...exception, endsOn: formatDate(exception.endsOn) },
    day: formatDate(found.on),
    lists: lists.map(({ key, asAt }) => `${countryListLabels[key]}, as at ${formatDate(asAt)}`),
    confirm: url.searchParams.get('confirm'),
    requestKey: newRequestKey(),
  };
}

function headingOf({ code, detail, title }: Problem): string {
  return code === 'record.stale'
    ? 'Somebody changed this client after you opened it. Nothing was done: look at it as it is now, and choose again'
    : (detail ?? title);
}

/** Moves a client or its due diligence on, as one of the panel's small forms asks. */
export async function answerClientMove({ api, params, request }: MemberArgs) {
  const form = await readForm(request);
  const submission = parseForm(form, moveClient.body);
  if (submission.status !== 'success') {
    return data({ heading: 'Nothing was done', reply: submission.reply() }, { status: 422 });
  }
  const id = params.id ?? '';
  const sent = await api.submit(moveClient, {
    params: { id },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) return redirectWithFlash(`/clients/${id}`, { kind: 'success', text: 'Client moved on.' });
  const { problem } = sent;
  const { reply } = answerProblem(submission, problem);
  return data({ heading: headingOf(problem), reply }, { status: problem.status });
}
