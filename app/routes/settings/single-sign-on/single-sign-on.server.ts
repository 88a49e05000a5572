import { data } from '@remix-run/node';
import {
  addSsoDomain,
  readSingleSignOn,
  removeSsoDomain,
  saveSingleSignOn,
  verifySsoDomain,
} from '#contract/company/single-sign-on.ts';
import { isRecordId } from '#contract/record-id.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../../components/forms/form-result.server.ts';
import { textIn, throwFieldErrors } from '../../../components/forms/parse-form.server.ts';
import { appEnv } from '../../../env.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';

/** Data of the single sign-on view. */
export async function loadSingleSignOn({ api, me }: MemberArgs) {
  const [{ company }, { domains, ...connection }] = await Promise.all([me(), api.call(readSingleSignOn, {})]);
  return {
    connection,
    domains: domains.map(({ verifiedAt, ...domain }) => ({
      ...domain,
      verified: verifiedAt === null ? null : formatInstant(verifiedAt, company.timeZone),
    })),
    requestKey: newRequestKey(),
    isSandbox: appEnv().isSandbox,
  };
}

/** Result of a rejected form, with the form or domain that it was about. */
export interface SingleSignOnAnswer extends FormResult {
  about: string;
}

/** What was entered, except the secret: a rejected form's page does not hold it. */
function withoutSecret({ reply, ...result }: FormResult): FormResult {
  const { clientSecret: _, ...initialValue } = reply.initialValue ?? {};
  return { ...result, reply: { ...reply, initialValue } };
}

const submits = screenForms<MemberArgs>()({
  page: () => settingsUrl('sso'),
  rejected: ({ form, intent, result, status }) =>
    data<SingleSignOnAnswer>({ ...withoutSecret(result), about: textIn(form, 'id') || intent }, { status }),
});

function params(_args: MemberArgs, form: FormData): { id: string } {
  const id = textIn(form, 'id');
  return isRecordId(id) ? { id } : throwFieldErrors();
}

const protocolFields = {
  oidc: ['issuer', 'clientId', 'clientSecret', 'authorizationUrl', 'tokenUrl', 'userInfoUrl', 'jwksUrl'],
  saml: ['metadataUrl'],
} as const;

/** The form without the fields of the protocol that is not selected: the page hides them, and could not show an error of theirs. */
function connectionForm(form: FormData): FormData {
  const hidden: readonly string[] = protocolFields[textIn(form, 'protocol') === 'saml' ? 'oidc' : 'saml'];
  const shown = new FormData();
  for (const [name, value] of form) if (!hidden.includes(name)) shown.append(name, value);
  return shown;
}

/** Domains, and the connection to the identity provider. */
export const handleSingleSignOn = onSubmit(
  formActions({
    addDomain: submits({
      endpoint: addSsoDomain,
      accepted: ({ domain }) => `${domain} added. Add its TXT record, then check it.`,
    }),
    verifyDomain: submits({
      endpoint: verifySsoDomain,
      params,
      body: () => ({}),
      accepted: ({ domain }) => `${domain} is proven.`,
    }),
    removeDomain: submits({
      endpoint: removeSsoDomain,
      params,
      body: () => ({}),
      accepted: ({ domain }) => `${domain} removed.`,
    }),
    save: submits({
      endpoint: saveSingleSignOn,
      rename: connectionForm,
      accepted: 'Single sign-on saved.',
    }),
  }),
);
