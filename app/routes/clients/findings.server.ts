import { data } from '@remix-run/node';
import type { Diligence } from '#contract/diligence.ts';
import { findingForm, recordFinding, withdrawFinding } from '#contract/findings.ts';
import { pepStatusLabels } from '#rules/client-types.ts';
import { findingLabels, findingSubjects } from '#rules/rule-packs/findings.ts';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { pepOfLabels, sourceOfLabels } from './finding-words.ts';
import { instantText } from './instant-text.server.ts';

type Finding = Diligence['findings'][number];
type Content = NonNullable<Finding['recorded']>['content'];

/** What is recorded, in words; one text a paragraph. */
function textsOf(content: Content): string[] {
  switch (content.subject) {
    case 'politicalExposure': {
      const of = content.pepOf === null ? '' : ` ${pepOfLabels[content.pepOf]}`;
      return [`${pepStatusLabels[content.pepStatus]}${of}`, content.basis];
    }
    case 'sourceOfWealthOrFunds':
      return [
        `${sourceOfLabels[content.of]}: ${content.description}`,
        content.verification === null ? 'Not verified yet' : `Verified: ${content.verification}`,
      ];
    case 'structure':
      return [
        ...(content.holdsPersonalAssets ? ['Holds personal assets'] : []),
        ...(content.beneficiaryCount === null ? [] : [`Beneficiaries: ${content.beneficiaryCount}`]),
        ...(content.holdsPersonalAssets || content.beneficiaryCount !== null ? [] : ['Nothing special']),
      ];
    case 'unusual':
      return [content.what, content.findings === null ? 'Findings not written yet' : content.findings];
    case 'significantChange':
      return [content.what];
    case 'enhanced':
    case 'mitigation':
      return [content.reason];
    case 'simplified':
      return [...(content.inListedClass ? ['Of a class that the law lists'] : []), content.ground];
    case 'seniorApproval':
      return [content.note ?? 'The relationship is approved'];
  }
}

/** What is recorded, as the form has it. */
function valuesOf({ recorded }: Finding): Record<string, unknown> {
  if (recorded === null) return {};
  return Object.fromEntries(
    Object.entries(recorded.content).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : (value ?? ''),
    ]),
  );
}

/** What the panel shows of the findings, and the form that the address asks for: `?record=subject` or `?withdraw=subject`. */
export function findingLines(findings: readonly Finding[], url: URL, timeZone: string) {
  const lines = findings.map((finding) => ({
    subject: finding.subject,
    label: findingLabels[finding.subject],
    texts: finding.recorded ? textsOf(finding.recorded.content) : [],
    recorded: finding.recorded && `${finding.recorded.by}, ${instantText(finding.recorded.at, timeZone)}`,
    mayRecord: finding.mayRecord,
    mayWithdraw: finding.mayWithdraw,
  }));
  const asked = (name: string) =>
    findings.find(({ subject }) => subject === url.searchParams.get(name)) ?? null;
  const [record, withdraw] = [asked('record'), asked('withdraw')];
  return {
    lines,
    record: record?.mayRecord ? { subject: record.subject, values: valuesOf(record) } : null,
    withdraw: withdraw?.mayWithdraw ? withdraw.subject : null,
    // Asked for by a link of somebody who may, and not for this person.
    refused: record !== null && !record.mayRecord ? findingLabels[record.subject] : null,
  };
}

const answer = (status: number, body: FormAnswer) => data({ panel: 'finding' as const, ...body }, { status });

/** Records a finding or takes one back, as one of the panel's forms asks. */
export async function answerFinding({ api, params }: MemberArgs, form: FormData) {
  const id = params.id ?? '';
  const requestKey = requestKeyOf(form);
  const done = (text: string) => redirectWithFlash(`/clients/${id}#findings`, { kind: 'success', text });
  if (form.get('intent') === 'withdraw') {
    const subject = findingSubjects.find((known) => known === form.get('subject')) ?? 'structure';
    const submission = parseForm(form, withdrawFinding.body);
    if (submission.status !== 'success') return answer(422, { reply: submission.reply() });
    const input = { params: { id, subject }, body: submission.value, requestKey };
    const sent = await api.submit(withdrawFinding, input);
    if (sent.ok) return done('Taken back. What the law asks for was worked out anew.');
    return answer(sent.problem.status, answerProblem(submission, sent.problem));
  }
  const submission = parseForm(form, findingForm);
  if (submission.status !== 'success') return answer(422, { reply: submission.reply() });
  const sent = await api.submit(recordFinding, { params: { id }, body: submission.value, requestKey });
  if (sent.ok) return done('Recorded. What the law asks for was worked out anew.');
  return answer(sent.problem.status, answerProblem(submission, sent.problem));
}
