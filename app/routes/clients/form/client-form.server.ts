import type { Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { ClientInput } from '#contract/clients/client-input.ts';
import { type Client, client as clientSchema } from '#contract/clients/client-record.ts';
import type { Problem } from '#contract/errors.ts';
import { addressForm } from '../../../components/address/address-form.server.ts';
import {
  type FormAction,
  formActions,
  onSubmit,
  typedSubmission,
} from '../../../components/forms/form-actions.server.ts';
import { newRequestKey, toFormResult } from '../../../components/forms/form-result.server.ts';
import { mergeRecord } from '../../../components/forms/merge-form.server.ts';
import { toEntries } from '../../../components/forms/three-way-merge.ts';
import type { MemberChoice } from '../../../components/team/member-choices.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import type { ClientFormResult } from './client-form-answer.ts';
import { getClientValues } from './client-form-values.ts';
import { versionRows } from './client-versions.server.ts';

/** Names of the form's repeated rows. */
const rows = ['addresses', 'individual.citizenships'];

/** A client form's action: its look-up buttons, and `save` for the button that saves. */
export function clientFormAction<Saved>(save: FormAction<MemberArgs, Saved>) {
  const buttons = addressForm(save, (result) => result);
  return onSubmit(formActions(buttons, { otherwise: 'save' }), { rows });
}

/** Result for a form that does not parse, with the corresponding status. */
export function invalidFormResult(submission: Submission<unknown>) {
  const result: ClientFormResult = { reply: submission.reply() };
  return data(result, { status: submission.status === 'error' ? 422 : 200 });
}

/**
 * Result for an API error: errors at their fields, confirmations, or both versions of the record.
 * @param deps.members to name the relationship owner in the versions
 * @param deps.timeZone of the company
 */
export function handleApiError(
  form: FormData,
  submission: Submission<unknown>,
  sent: ClientInput,
  problem: Problem,
  deps: { members: readonly MemberChoice[]; timeZone: string },
) {
  const current = clientSchema.safeParse(problem.current);
  const result: ClientFormResult = toFormResult(submission, problem);
  if (current.success && problem.code === 'record.versionConflict') {
    const { reply, stale } = mergeVersions(form, sent, current.data, deps);
    result.reply = reply;
    result.stale = stale;
  }
  if (problem.code === 'idempotencyKey.reused') {
    result.requestKey = newRequestKey();
    if (current.success) {
      result.reply = submission.reply();
      result.sentBefore = { id: current.data.id, name: current.data.displayName };
    }
  }
  return data(result, { status: problem.status });
}

/** Their changes and mine in one form, and what each changed. */
function mergeVersions(
  form: FormData,
  sent: ClientInput,
  saved: Client,
  { members, timeZone }: { members: readonly MemberChoice[]; timeZone: string },
) {
  const getName = (id: string) => members.find((member) => member.id === id)?.name ?? 'Someone else';
  const merged = mergeRecord(
    form,
    { record: saved, entries: toEntries(getClientValues(saved)) },
    versionRows(sent, saved, getName),
    timeZone,
  );
  return { reply: typedSubmission(merged.form).reply(), stale: merged.stale };
}
