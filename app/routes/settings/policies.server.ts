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
} from '#contract/company/company-settings.ts';
import type { Problem } from '#contract/errors.ts';
import { formatFormerProcedures } from '#rules/former-procedures.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatPolicies, fourEyesLabels, type PolicyChange } from '#rules/policies.ts';
import { secondFactorLabels } from '#rules/second-factor.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { oneButton, onSubmit } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey, toFormResult } from '../../components/forms/form-result.server.ts';
import { applyOverwriteVersion, getRequestKey, parseForm } from '../../components/forms/parse-form.server.ts';
import type { VersionRow } from '../../components/forms/version-conflict.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';

/** Initial values of the form, as text. */
function getValues({ policies }: CompanyPolicies) {
  const { low, medium, high } = policies.reviewMonths;
  return {
    reviewMonths: { low: String(low), medium: String(medium), high: String(high) },
    retentionYears: String(policies.retentionYears),
    fourEyes: policies.fourEyes,
    idExpiryAlertDays: policies.idExpiryAlertDays.join(', '),
    dormantAfterBusinessDays: String(policies.dormantAfterBusinessDays),
    overrideMaxMonths: String(policies.overrideMaxMonths),
    delayMaxDays: String(policies.delayMaxDays),
    requestExpiryDays: String(policies.requestExpiryDays),
    sourceTolerancePercent: String(policies.sourceTolerancePercent),
    sessionIdleMinutes: String(policies.sessionIdleMinutes),
    sessionMaxHours: String(policies.sessionMaxHours),
    secondFactor: policies.secondFactor,
    formerProcedures: formatFormerProcedures(policies.formerProcedures),
  };
}

/** Data of the policies view. */
export async function loadPolicies({ api, me }: MemberArgs) {
  const [{ member, company }, current] = await Promise.all([me(), api.call(readPolicies, {})]);
  return {
    version: current.version,
    values: getValues(current),
    rows: formatPolicies(current.policies),
    legal: current.legal,
    isAustralian: current.regulatedIn.includes('AUS'),
    secondPeople: current.secondPeople.map(({ name }) => name),
    secondFactorChoices: Object.entries(secondFactorLabels).map(([value, label]) => ({ value, label })),
    fourEyesChoices: Object.entries(fourEyesLabels).map(([value, label]) => ({ value, label })),
    changed: formatInstant(current.updatedAt, company.timeZone),
    mayWrite: may({ member, company }, 'policies.write'),
    requestKey: newRequestKey(),
  };
}

/** Result of a rejected form. */
export interface PoliciesResult extends FormResult {
  /** Effects of the new policies, with the token of the preview. */
  preview?: { changes: Pick<PolicyChange, 'label' | 'before' | 'after' | 'touches'>[]; checked: string };
  stale?: { rows: VersionRow[]; savedVersion: number; savedAt: string };
  requestKey?: string;
}

type Sent = z.output<typeof policiesInput>;

/** Token of a preview, so that only previewed policies are saved. */
const toComparable = ({ version: _version, ...policies }: Sent) => JSON.stringify(policies);

function handleApiError(submission: Submission<unknown>, sent: Sent, problem: Problem, timeZone: string) {
  const result: PoliciesResult = toFormResult(submission, problem);
  const current = companyPolicies.safeParse(problem.current);
  if (problem.code === 'record.versionConflict' && current.success) {
    const mine = formatPolicies(sent);
    result.reply = { ...result.reply, error: {} };
    result.stale = {
      rows: formatPolicies(current.data.policies).map(({ label, text }, index) => ({
        label,
        mine: mine[index]?.text ?? '',
        kept: text,
      })),
      savedVersion: current.data.version,
      savedAt: `on ${formatInstant(current.data.updatedAt, timeZone)}`,
    };
  }
  if (problem.code === 'idempotencyKey.reused') result.requestKey = newRequestKey();
  return data<PoliciesResult>(result, { status: problem.status });
}

/** Previews the changes first; saves them if exactly these were previewed. */
async function save({ api, me }: MemberArgs, form: FormData) {
  applyOverwriteVersion(form);
  const submission = parseForm(form, policiesInput);
  if (submission.status !== 'success') {
    return data<PoliciesResult>({ reply: submission.reply() }, { status: 422 });
  }
  const body = submission.value;
  const checked = toComparable(body);
  if (form.get('checked') !== checked) {
    const preview = await api.submit(previewPolicies, { body });
    if (!preview.ok) return handleApiError(submission, body, preview.problem, (await me()).company.timeZone);
    const reply = submission.reply();
    return data<PoliciesResult>({ reply, preview: { changes: preview.value.changes, checked } });
  }
  const sent = await api.submit(updatePolicies, { body, requestKey: getRequestKey(form) });
  if (!sent.ok) return handleApiError(submission, body, sent.problem, (await me()).company.timeZone);
  return redirectWithFlash(settingsUrl('policies'), { kind: 'success', text: 'Policies saved.' });
}

/** Handles the policies form. */
export const handlePoliciesAction = onSubmit(oneButton(save));
