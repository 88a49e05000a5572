import { data } from '@remix-run/node';
import { type Diligence, moveClient, readDiligence } from '#contract/diligence.ts';
import type { Problem } from '#contract/errors.ts';
import { formatDate, isCalendarDate } from '#rules/calendar-dates.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, newRequestKey } from '../../components/forms/reply.server.ts';
import { listNotes } from '../../components/risk/list-notes.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { findingLines } from './findings.server.ts';

/** A pack's version is its country and the day from which it stands: nz-2026-05-19. */
function rulesText(version: string): string {
  const day = version.slice(-10);
  return isCalendarDate(day) ? `rules as of ${formatDate(day)}` : version;
}

/**
 * What stands in the way, each said once: the want of an assessment, or of a party's verification, is said by the rules and by the
 * move to active alike.
 */
function missingOf({ items, blockers }: Diligence) {
  const wanted = items.filter(({ satisfied }) => !satisfied);
  const isAssessmentMissing = wanted.some(({ fix }) => fix.target === 'client.assessments');
  const inTheWay = blockers.filter(
    ({ text, fix }) =>
      !wanted.some((item) => item.text === text) &&
      !(isAssessmentMissing && fix.target === 'client.assessments') &&
      !(fix.id && wanted.some((item) => item.code === 'party.verified' && item.fix.id === fix.id)),
  );
  return [...wanted, ...inTheWay];
}

/** What the panels on a client's page show of what is missing and of its due diligence. */
export async function readDiligencePanel({ api, me, params, url }: MemberArgs) {
  const id = params.id ?? '';
  const [found, { company, member }] = await Promise.all([api.call(readDiligence, { params: { id } }), me()]);
  const { lists, exception, reasons, findings, items, quiet, blockers: _blockers, ...diligence } = found;
  return {
    ...diligence,
    missing: missingOf(found),
    settled: items.filter(({ satisfied }) => satisfied),
    quiet: quiet && { ...quiet, since: formatDate(quiet.since) },
    exception: exception && { ...exception, endsOn: formatDate(exception.endsOn) },
    reasons: reasons.map(({ rulePackVersion, ...reason }) => ({
      ...reason,
      rules: rulesText(rulePackVersion),
    })),
    findings: findingLines(findings, url, company.timeZone),
    mayAssess: may({ member, company }, 'records.write'),
    day: formatDate(found.on),
    lists: listNotes(lists),
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
