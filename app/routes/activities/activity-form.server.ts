import { parse, type Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import { z } from 'zod';
import {
  type ActivityInput,
  activityInput,
  activity as activitySchema,
  moneyAmount,
} from '#contract/activities.ts';
import type { Problem } from '#contract/errors.ts';
import { recordVersion } from '#contract/fields.ts';
import { addressLookup } from '../../address-lookup-service.server.ts';
import { readForm } from '../../components/forms/parse-form.server.ts';
import { answerProblem, newRequestKey } from '../../components/forms/reply.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import { answerIntent, settleProviders } from '../clients/client-form-lookup.server.ts';
import { instantText } from '../clients/instant-text.server.ts';
import { asContract } from '../onboard/onboard-form.server.ts';
import { answerRows, countriesOf, partiesOf } from './activity-form-rows.server.ts';
import { type ActivityFormAnswer, formName, type PartyRow } from './activity-form-values.ts';
import { versionRows } from './activity-versions.server.ts';

/**
 * The contract's activity as a form posts it. An amount stays text until the contract reads it: taken for a
 * number first, "12500" would be so many cents.
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

export const activityUpdateForm = activityForm.extend({ version: recordVersion });

/** Everything that was typed, under the names of the form. */
function asTyped(form: FormData): ActivityFormAnswer['reply'] {
  const { initialValue } = parse(form, { resolve: () => ({ value: {} }) }).reply();
  return { initialValue };
}

type Read =
  | { form: FormData; parties: PartyRow[]; answer?: undefined }
  | { form?: undefined; parties?: undefined; answer: ActivityFormAnswer };

/** The posted form, or the answer to one of its buttons that save nothing. */
export async function readActivityForm(request: Request, api: MainApi): Promise<Read> {
  const form = await readForm(request);
  const parties = partiesOf(form);
  const rows = await answerRows(form, api);
  if (rows) return { answer: { reply: asTyped(form), ...rows } };
  const looked = await answerIntent(form, addressLookup());
  if (looked) return { answer: { ...looked, parties, countries: countriesOf(form) } };
  settleProviders(form);
  return { form, parties };
}

/** The names that the contract has for the form's fields. */
export function contractForm(form: FormData): FormData {
  return asContract(form);
}

function baseAnswer(
  form: FormData,
  parties: PartyRow[],
  reply: ActivityFormAnswer['reply'],
): ActivityFormAnswer {
  const errors = Object.entries(reply.error ?? {}).map(([name, sentences]) => [formName(name), sentences]);
  return {
    reply: { ...asTyped(form), error: Object.fromEntries(errors) },
    parties,
    countries: countriesOf(form),
  };
}

/** The answer to a form that does not parse. */
export function answerInvalid(form: FormData, parties: PartyRow[], submission: Submission<unknown>) {
  return data(baseAnswer(form, parties, submission.reply()), { status: 422 });
}

/**
 * The answer to a refusal of the API: errors beside their fields, or both versions of the record.
 * @param deps.members to name people in the versions
 * @param deps.timeZone of the company
 */
export function answerRefusal(
  form: FormData,
  parties: PartyRow[],
  submission: Submission<unknown>,
  sent: ActivityInput,
  problem: Problem,
  deps: { members: readonly { id: string; name: string }[]; timeZone: string },
) {
  const answer = baseAnswer(form, parties, answerProblem(submission, problem).reply);
  const current = activitySchema.safeParse(problem.current);
  if (current.success && problem.code === 'record.stale') {
    const kept = current.data;
    answer.reply.error = {};
    answer.stale = {
      rows: versionRows(sent, kept, { parties, members: deps.members }),
      keptBy: kept.updatedBy.name,
      keptAt: instantText(kept.updatedAt, deps.timeZone),
      keptVersion: kept.version,
    };
  }
  if (problem.code === 'requestKey.reused') {
    answer.requestKey = newRequestKey();
    if (current.success) {
      answer.reply.error = {};
      answer.sentBefore = { id: current.data.id, name: current.data.name };
    }
  }
  return data(answer, { status: problem.status });
}
