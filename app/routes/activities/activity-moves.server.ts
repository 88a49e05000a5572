import { data } from '@remix-run/node';
import { moveActivity } from '#contract/activities.ts';
import type { Problem } from '#contract/errors.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';

/** Why a move was not made: one sentence for the whole and everything that stands in the way. */
export interface RefusedMove {
  heading: string;
  sentences: string[];
}

const done = {
  to: 'Activity moved on.',
  outcome: 'Outcome chosen.',
  seniorApproval: 'Approved as senior manager.',
  reopen: 'Reopened as this copy. What was decided about the original stays there.',
};

function refusalOf({ code, detail, title, fields = {} }: Problem): RefusedMove {
  const sentences = Object.values(fields).flat();
  const heading = detail ?? `${title}.`;
  if (code === 'record.stale') {
    return {
      heading: 'Somebody changed this activity after you opened it',
      sentences: ['Nothing was done. Look at it as it is now, below, and choose again.'],
    };
  }
  return { heading, sentences: sentences.filter((sentence) => sentence !== heading) };
}

/** Makes the move that a small form of the activity's page asks for. */
export async function answerMove({ api, params, request }: MemberArgs) {
  const form = await readForm(request);
  const submission = parseForm(form, moveActivity.body);
  const reason = String(form.get('reason') ?? '');
  const refuse = (refused: RefusedMove, status: number) => data({ refused, reason }, { status });
  if (submission.status !== 'success') {
    const sentences = Object.values(submission.error ?? {}).flatMap((found) => found ?? []);
    return refuse({ heading: 'Nothing was done', sentences }, 422);
  }
  const sent = await api.submit(moveActivity, {
    params: { id: params.id ?? '' },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (!sent.ok) return refuse(refusalOf(sent.problem), sent.problem.status);
  const text = done[submission.value.move];
  return redirectWithFlash(`/activities/${sent.value.id}`, { kind: 'success', text });
}
