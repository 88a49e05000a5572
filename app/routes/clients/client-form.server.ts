import type { Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import { type Client, type ClientInput, client as clientSchema } from '#contract/clients.ts';
import type { Problem } from '#contract/errors.ts';
import { addressLookup } from '../../address-lookup-service.server.ts';
import { readForm } from '../../components/forms/parse-form.server.ts';
import { answerProblem, newRequestKey } from '../../components/forms/reply.server.ts';
import type { ClientFormAnswer, MemberChoice } from './client-form.tsx';
import { answerIntent, settleProviders } from './client-form-lookup.server.ts';
import { versionRows } from './client-versions.server.ts';
import { instantText } from './instant-text.server.ts';

/** Names of the form's repeated rows. */
const lists = ['addresses', 'individual.citizenships'];

/** The posted client form, or the answer to one of its buttons that save nothing. */
export async function readClientForm(
  request: Request,
): Promise<{ form: FormData; answer?: undefined } | { form?: undefined; answer: ClientFormAnswer }> {
  const form = await readForm(request, lists);
  const answer = await answerIntent(form, addressLookup());
  if (answer) return { answer };
  settleProviders(form);
  return { form };
}

/** Members to choose from; somebody who left stays where they were chosen. */
export function memberChoices(
  members: readonly { id: string; name: string; active: boolean }[],
  chosenId?: string,
): MemberChoice[] {
  return members
    .filter(({ id, active }) => active || id === chosenId)
    .map(({ id, name, active }) => ({ id, name: active ? name : `${name} (no longer active)` }));
}

/** The answer to a form that does not parse, with the status that says so. */
export function answerInvalid(submission: Submission<unknown>) {
  const answer: ClientFormAnswer = { reply: submission.reply() };
  return data(answer, { status: submission.status === 'error' ? 422 : 200 });
}

/**
 * The answer to a refusal of the API: errors beside their fields, questions, or both versions of the record.
 * @param deps.members to name who is responsible in the versions
 * @param deps.timeZone of the company
 */
export function answerRefusal(
  submission: Submission<unknown>,
  sent: ClientInput,
  problem: Problem,
  deps: { members: readonly MemberChoice[]; timeZone: string },
) {
  const current = clientSchema.safeParse(problem.current);
  const answer: ClientFormAnswer = answerProblem(submission, problem);
  if (current.success && problem.code === 'record.stale') {
    answer.reply = submission.reply();
    answer.stale = staleVersions(sent, current.data, deps);
  }
  if (problem.code === 'requestKey.reused') {
    answer.requestKey = newRequestKey();
    if (current.success) {
      answer.reply = submission.reply();
      answer.sentBefore = { id: current.data.id, name: current.data.displayName };
    }
  }
  return data(answer, { status: problem.status });
}

function staleVersions(
  sent: ClientInput,
  kept: Client,
  { members, timeZone }: { members: readonly MemberChoice[]; timeZone: string },
): NonNullable<ClientFormAnswer['stale']> {
  const nameOf = (id: string) => members.find((member) => member.id === id)?.name ?? 'Somebody else';
  return {
    rows: versionRows(sent, kept, nameOf),
    keptBy: kept.updatedBy.name,
    keptAt: instantText(kept.updatedAt, timeZone),
    keptVersion: kept.version,
  };
}
