import { data } from '@remix-run/node';
import { recordId } from '#contract/fields.ts';
import { inviteUserAgain, transitionUser } from '#contract/platform/platform.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../components/forms/form-result.server.ts';
import { textIn } from '../../components/forms/parse-form.server.ts';
import { errorResponse } from '../../main-api/error-response.ts';
import type { SignedInArgs } from '../../session/guard-args.server.ts';

export interface UserResult extends FormResult {
  requestKey: string;
}

const toPage = (companyId: string) => `/admin/companies/${companyId}`;

const submits = screenForms<SignedInArgs>()({
  page: () => '/admin/users',
  rejected: ({ result, status }) => data<UserResult>({ ...result, requestKey: newRequestKey() }, { status }),
});

/** The person that the URL names. */
function named({ url, requestId }: SignedInArgs): { userId: string } {
  const id = recordId.safeParse(url.searchParams.get('user'));
  if (!id.success) throw errorResponse(404, { code: 'record.notFound', requestId });
  return { userId: id.data };
}

/** The form as the contract defines it: the status to set. */
function transitionForm(form: FormData): FormData {
  form.set('to', textIn(form, 'act'));
  return form;
}

const transitionsUser = submits({
  endpoint: transitionUser,
  params: named,
  rename: transitionForm,
  accepted: ({ company, status }) => ({
    to: toPage(company.id),
    text: status === 'suspended' ? 'Suspended. Their access has ended.' : 'Reactivated.',
  }),
});

/** Handles the confirmation of `/admin/users?user=…&act=…`, and redirects to the user's company, which lists the action. */
export const handleUserAction = onSubmit(
  formActions(
    {
      suspended: transitionsUser,
      active: transitionsUser,
      invite: submits({
        endpoint: inviteUserAgain,
        params: named,
        accepted: ({ mailed, user }) => ({
          to: toPage(user.company.id),
          kind: mailed ? 'success' : 'warning',
          text: mailed
            ? 'Invitation resent. The link is valid for 72 hours.'
            : 'The email could not be sent just now. Resend the invitation in a few minutes.',
        }),
      }),
    },
    { field: 'act' },
  ),
);
