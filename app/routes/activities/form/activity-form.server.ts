import type { Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import { z } from 'zod';
import {
  type Activity,
  type ActivityInput,
  activityInput,
  activity as activitySchema,
  moneyAmount,
  updateActivity,
} from '#contract/activities.ts';
import type { Problem } from '#contract/errors.ts';
import { recordVersion } from '#contract/fields.ts';
import type { BillingCountry } from '#rules/countries.ts';
import { addressForm, asTyped } from '../../../components/address/address-form.server.ts';
import {
  type FormAction,
  formActions,
  onSubmit,
  type PressedButton,
} from '../../../components/forms/form-actions.server.ts';
import { newRequestKey, toFormResult } from '../../../components/forms/form-result.server.ts';
import { mergeRecord } from '../../../components/forms/merge-form.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import {
  closeRowGaps,
  getCountries,
  getParties,
  hasUnansweredSearch,
  rowButtons,
} from './activity-form-rows.server.ts';
import {
  type ActivityFormResult,
  formName,
  getActivityEntries,
  getActivityValues,
} from './activity-form-values.ts';
import { versionRows } from './activity-versions.server.ts';

/**
 * The contract's activity as posted by a form. An amount stays text until the contract parses it: as a number, "12500"
 * would be cents.
 */
export const activityForm = activityInput.extend({
  maxTransactionValue: z
    .string()
    .transform((text, context) => {
      const read = moneyAmount.safeParse(text);
      if (read.success) return read.data;
      for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional(),
});

export const activityUpdateForm = activityForm.extend({
  version: recordVersion,
  partyReason: updateActivity.body.shape.partyReason,
});

/**
 * An activity form's action: the buttons of its rows and addresses, which save nothing, and `save` for the button that saves. A name
 * typed into the client search but not searched yet is searched instead of saving without it.
 */
export function activityFormAction<Saved>(save: FormAction<MemberArgs, Saved>) {
  const { save: saves, ...addressButtons } = addressForm(
    save,
    (result, form): ActivityFormResult => ({
      ...result,
      parties: getParties(form),
      countries: getCountries(form),
    }),
  );
  const buttons = formActions(
    {
      ...rowButtons,
      ...addressButtons,
      save: (args: MemberArgs, form: FormData, pressed: PressedButton) =>
        hasUnansweredSearch(form) ? rowButtons.findClient(args, form) : saves(args, form, pressed),
    },
    { otherwise: 'save' },
  );
  return onSubmit((args: MemberArgs, form) => {
    closeRowGaps(form);
    return buttons(args, form);
  });
}

function baseAnswer(form: FormData, reply: ActivityFormResult['reply']): ActivityFormResult {
  const errors = Object.entries(reply.error ?? {}).map(([name, messages]) => [formName(name), messages]);
  return {
    reply: { ...asTyped(form), error: Object.fromEntries(errors) },
    parties: getParties(form),
    countries: getCountries(form),
  };
}

/** Result for a form that does not parse. */
export function invalidFormResult(form: FormData, submission: Submission<unknown>) {
  return data(baseAnswer(form, submission.reply()), { status: 422 });
}

/** For the versions of an activity: members and the company's time zone, to name people and times, and its country. */
interface ConflictDeps {
  members: readonly { id: string; name: string }[];
  timeZone: string;
  country: BillingCountry;
}

/** Result for an API error: errors at their fields, or both versions of the record, merged. */
export function handleApiError(
  form: FormData,
  submission: Submission<unknown>,
  sent: ActivityInput,
  problem: Problem,
  deps: ConflictDeps,
) {
  const current = activitySchema.safeParse(problem.current);
  if (current.success && problem.code === 'record.versionConflict') {
    return data(mergeVersions(form, sent, current.data, deps), { status: problem.status });
  }
  const result = baseAnswer(form, toFormResult(submission, problem).reply);
  if (problem.code === 'idempotencyKey.reused') {
    result.requestKey = newRequestKey();
    if (current.success) {
      result.reply.error = {};
      result.sentBefore = { id: current.data.id, name: current.data.name };
    }
  }
  return data(result, { status: problem.status });
}

/** Their changes and mine in one form, and what each changed. */
function mergeVersions(
  form: FormData,
  sent: ActivityInput,
  saved: Activity,
  { members, timeZone, country }: ConflictDeps,
): ActivityFormResult {
  const merged = mergeRecord(
    form,
    { record: saved, entries: getActivityEntries(getActivityValues(saved, country)) },
    versionRows(sent, saved, { parties: getParties(form), members }),
    timeZone,
  );
  return { ...baseAnswer(merged.form, { error: {} }), stale: merged.stale };
}
