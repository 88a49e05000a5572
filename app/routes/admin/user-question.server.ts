import { data } from '@remix-run/node';
import { recordId } from '#contract/fields.ts';
import { inviteUserAgain, moveUser, userInvitationInput, userMoveInput } from '#contract/platform.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import { errorResponse } from '../../error-answer.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { SignedInArgs } from '../../guards.server.ts';

export interface UserAnswer extends FormAnswer {
  requestKey: string;
}

const refused = (answer: FormAnswer, status: number) =>
  data<UserAnswer>({ ...answer, requestKey: newRequestKey() }, { status });

const pageOf = (companyId: string) => `/admin/companies/${companyId}`;

/** Answers the question of `/admin/users?user=…&act=…`, and leads to the person's company, where what was done is listed. */
export async function answerUser({ api, request, url, requestId }: SignedInArgs) {
  const id = recordId.safeParse(url.searchParams.get('user'));
  if (!id.success) throw errorResponse(404, { code: 'record.notFound', requestId });
  const params = { userId: id.data };
  const form = await readForm(request);
  const requestKey = requestKeyOf(form);
  if (form.get('act') === 'invite') {
    const submission = parseForm(form, userInvitationInput);
    if (submission.status !== 'success') return refused({ reply: submission.reply() }, 422);
    const sent = await api.submit(inviteUserAgain, { params, body: submission.value, requestKey });
    if (!sent.ok) return refused(answerProblem(submission, sent.problem), sent.problem.status);
    const { mailed, user } = sent.value;
    return redirectWithFlash(pageOf(user.company.id), {
      kind: mailed ? 'success' : 'warning',
      text: mailed
        ? 'A new invitation is on its way. Its link works for 72 hours.'
        : 'The email could not be sent just now. Send the invitation again in a few minutes.',
    });
  }
  form.set('to', String(form.get('act') ?? ''));
  const submission = parseForm(form, userMoveInput);
  if (submission.status !== 'success') return refused({ reply: submission.reply() }, 422);
  const sent = await api.submit(moveUser, { params, body: submission.value, requestKey });
  if (!sent.ok) return refused(answerProblem(submission, sent.problem), sent.problem.status);
  return redirectWithFlash(pageOf(sent.value.company.id), {
    kind: 'success',
    text: sent.value.status === 'suspended' ? 'Suspended, and signed out everywhere.' : 'Let back in.',
  });
}
