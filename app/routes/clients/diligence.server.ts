import { data } from '@remix-run/node';
import { moveClient, readDiligence } from '#contract/diligence.ts';
import type { Problem } from '#contract/errors.ts';
import { formatDate, isCalendarDate } from '#rules/calendar-dates.ts';
import { countryListLabels } from '#rules/risk/country-lists.ts';
import { readAssessments } from '../../components/activities/assessment-lines.server.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { findingLines } from './findings.server.ts';
import { mayWriteClients } from './may-write.server.ts';

/** A pack's version is its country and the day from which it stands: nz-2026-05-19. */
function rulesText(version: string): string {
  const day = version.slice(-10);
  return isCalendarDate(day) ? `rules as of ${formatDate(day)}` : version;
}

/** What the panel on a client's page shows of its due diligence. */
export async function readDiligencePanel({ api, me, params, url }: MemberArgs) {
  const id = params.id ?? '';
  const [found, assessments, { company, member }] = await Promise.all([
    api.call(readDiligence, { params: { id } }),
    readAssessments(api, { resourceType: 'clients', resourceId: id }),
    me(),
  ]);
  const { lists, exception, reasons, findings, ...diligence } = found;
  return {
    ...diligence,
    exception: exception && { ...exception, endsOn: formatDate(exception.endsOn) },
    reasons: reasons.map(({ rulePackVersion, ...reason }) => ({
      ...reason,
      rules: rulesText(rulePackVersion),
    })),
    findings: findingLines(findings, url, company.timeZone),
    assessments: assessments(company.timeZone),
    mayAssess: mayWriteClients({ member, company }),
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
export async function answerClientMove({ api, params }: MemberArgs, form: FormData) {
  const submission = parseForm(form, moveClient.body);
  if (submission.status !== 'success') {
    return data(
      { panel: 'move' as const, heading: 'Nothing was done', reply: submission.reply() },
      { status: 422 },
    );
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
  return data({ panel: 'move' as const, heading: headingOf(problem), reply }, { status: problem.status });
}
