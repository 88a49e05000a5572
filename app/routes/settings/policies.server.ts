import type { Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { z } from 'zod';
import {
  type CompanyPolicies,
  companyPolicies,
  policiesInput,
  previewPolicies,
  readPolicies,
  updatePolicies,
} from '#contract/company-settings.ts';
import type { Problem } from '#contract/errors.ts';
import { fourEyesLabels, type PolicyChange, policiesInWords } from '#rules/policies.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import type { VersionRow } from '../../components/forms/stale-record.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { instantText } from '../clients/instant-text.server.ts';

/** What the form starts with: every value as text. */
function valuesOf({ policies }: CompanyPolicies) {
  const { low, medium, high } = policies.reviewMonths;
  return {
    reviewMonths: { low: String(low), medium: String(medium), high: String(high) },
    retentionYears: String(policies.retentionYears),
    fourEyes: policies.fourEyes,
    idExpiryAlertDays: policies.idExpiryAlertDays.join(', '),
    dormantAfterBusinessDays: String(policies.dormantAfterBusinessDays),
    overrideMaxMonths: String(policies.overrideMaxMonths),
    requestExpiryDays: String(policies.requestExpiryDays),
  };
}

/** What stands in the policies view. */
export async function loadPolicies({ api, me }: MemberArgs) {
  const [{ member, company }, kept] = await Promise.all([me(), api.call(readPolicies, {})]);
  return {
    version: kept.version,
    values: valuesOf(kept),
    rows: policiesInWords(kept.policies),
    legal: kept.legal,
    secondPeople: kept.secondPeople.map(({ name }) => name),
    fourEyesChoices: Object.entries(fourEyesLabels).map(([value, label]) => ({ value, label })),
    changed: instantText(kept.updatedAt, company.timeZone),
    mayWrite: may({ member, company }, 'policies.write'),
    requestKey: newRequestKey(),
  };
}

/** What the form gets back when nothing was saved. */
export interface PoliciesAnswer extends FormAnswer {
  /** What the policies as typed would change, with the mark of what was looked at. */
  preview?: { changes: Pick<PolicyChange, 'label' | 'before' | 'after' | 'touches'>[]; checked: string };
  stale?: { rows: VersionRow[]; keptVersion: number; keptAt: string };
  requestKey?: string;
}

type Sent = z.output<typeof policiesInput>;

/** What was looked at, so that what is saved is the same. */
const markOf = ({ version: _version, ...policies }: Sent) => JSON.stringify(policies);

function answerRefusal(submission: Submission<unknown>, sent: Sent, problem: Problem, timeZone: string) {
  const answer: PoliciesAnswer = answerProblem(submission, problem);
  const kept = companyPolicies.safeParse(problem.current);
  if (problem.code === 'record.stale' && kept.success) {
    const mine = policiesInWords(sent);
    answer.reply = { ...answer.reply, error: {} };
    answer.stale = {
      rows: policiesInWords(kept.data.policies).map(({ label, text }, index) => ({
        label,
        mine: mine[index]?.text ?? '',
        kept: text,
      })),
      keptVersion: kept.data.version,
      keptAt: `on ${instantText(kept.data.updatedAt, timeZone)}`,
    };
  }
  if (problem.code === 'requestKey.reused') answer.requestKey = newRequestKey();
  return data<PoliciesAnswer>(answer, { status: problem.status });
}

/** Shows what policies would change first; saves them when just these have been looked at. */
export async function answerPolicies({ api, me, request }: MemberArgs) {
  const form = await readForm(request);
  const overwritten = form.get('overwriteVersion');
  if (overwritten !== null) form.set('version', overwritten);
  const submission = parseForm(form, policiesInput);
  if (submission.status !== 'success') {
    return data<PoliciesAnswer>({ reply: submission.reply() }, { status: 422 });
  }
  const body = submission.value;
  const checked = markOf(body);
  if (form.get('checked') !== checked) {
    const seen = await api.submit(previewPolicies, { body });
    if (!seen.ok) return answerRefusal(submission, body, seen.problem, (await me()).company.timeZone);
    const reply = submission.reply();
    return data<PoliciesAnswer>({ reply, preview: { changes: seen.value.changes, checked } });
  }
  const sent = await api.submit(updatePolicies, { body, requestKey: requestKeyOf(form) });
  if (!sent.ok) return answerRefusal(submission, body, sent.problem, (await me()).company.timeZone);
  return redirectWithFlash('/settings?view=policies', { kind: 'success', text: 'Policies saved.' });
}
