import { data } from '@remix-run/node';
import {
  decideSupportGrant,
  listSupportGrants,
  revokeSupportGrant,
  type SupportGrant,
} from '#contract/platform/support.ts';
import { isRecordId } from '#contract/record-id.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { supportGrantStateLabels } from '#rules/support-grants.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../../components/forms/form-result.server.ts';
import { textIn, throwFieldErrors } from '../../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';

/** When a grant ends or ended, as text; null before it was decided. */
function formatEnd({ state, expiresAt, revokedAt }: SupportGrant, at: (instant: string) => string) {
  if (revokedAt !== null) return `Revoked ${at(revokedAt)}`;
  return expiresAt === null ? null : `${state === 'active' ? 'Ends' : 'Ended'} ${at(expiresAt)}`;
}

/** Data of the support access view. */
export async function loadSupport({ api, me }: MemberArgs) {
  const [session, { grants }] = await Promise.all([me(), api.call(listSupportGrants, {})]);
  const at = (instant: string) => formatInstant(instant, session.company.timeZone);
  return {
    grants: grants.map((grant) => ({
      id: grant.id,
      version: grant.version,
      admin: grant.admin.name,
      reason: grant.reason,
      hours: grant.hours === 1 ? '1 hour' : `${grant.hours} hours`,
      state: grant.state,
      stateText: supportGrantStateLabels[grant.state],
      requested: at(grant.requestedAt),
      end: formatEnd(grant, at),
    })),
    mayConsent: may(session, 'support.consent'),
    mayReadAuditLog: may(session, 'auditLog.read'),
    requestKey: newRequestKey(),
  };
}

/** Result of a rejected form, with the grant that it was about. */
export interface SupportAnswer extends FormResult {
  about: string;
}

const submits = screenForms<MemberArgs>()({
  page: () => settingsUrl('support'),
  rejected: ({ form, result, status }) => {
    const id = form.get('id');
    return data<SupportAnswer>({ ...result, about: typeof id === 'string' ? id : '' }, { status });
  },
});

function params(_args: MemberArgs, form: FormData): { id: string } {
  const id = textIn(form, 'id');
  return isRecordId(id) ? { id } : throwFieldErrors();
}

const decision = (value: 'approved' | 'declined', accepted: string) =>
  submits({
    endpoint: decideSupportGrant,
    params,
    body: (form) => ({ version: textIn(form, 'version'), decision: value }),
    accepted,
  });

/** Consents to, declines or revokes a platform admin’s access. */
export const handleSupportAction = onSubmit(
  formActions({
    approve: decision('approved', 'Access granted. You can revoke it at any time.'),
    decline: decision('declined', 'Request declined.'),
    revoke: submits({ endpoint: revokeSupportGrant, params, accepted: 'Access revoked.' }),
  }),
);
