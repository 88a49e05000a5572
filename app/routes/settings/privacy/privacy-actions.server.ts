import { data } from '@remix-run/node';
import {
  assessBreach,
  changeBreach,
  closeBreach,
  exportBreaches,
  notifyBreach,
  recordBreach,
} from '#contract/privacy/breaches.ts';
import {
  attachStatement,
  decidePrivacyRequest,
  exportPrivacyRequests,
  extendPrivacyRequest,
  recordPrivacyRequest,
} from '#contract/privacy/requests.ts';
import { isRecordId } from '#contract/record-id.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formActions, onSubmit, screenForms } from '../../../components/forms/form-actions.server.ts';
import type { FormResult } from '../../../components/forms/form-result.server.ts';
import { textIn, throwFieldErrors } from '../../../components/forms/parse-form.server.ts';
import type { MainApi } from '../../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';

/** Result of a rejected form. `form`: its intent, with the country where each country has one. */
export interface PrivacyAnswer extends FormResult {
  form: string;
}

const getForm = (intent: string, form: FormData) => {
  const country = form.get('country');
  return typeof country === 'string' ? `${intent}-${country}` : intent;
};

const submits = screenForms<MemberArgs>()({
  page: () => settingsUrl('privacy'),
  rejected: ({ intent, form, result, status }) =>
    data<PrivacyAnswer>({ ...result, form: getForm(intent, form) }, { status }),
});

/** The record that a form was posted for. */
function params(_args: MemberArgs, form: FormData): { id: string } {
  const id = textIn(form, 'id');
  return isRecordId(id) ? { id } : throwFieldErrors();
}

/** Back to the breach, where the next step is. */
const toBreach = (text: string) => (breach: { id: string }) => ({
  to: settingsUrl('privacy', { breach: breach.id }),
  text,
});
const toRequest = (text: string) => (request: { id: string }) => ({
  to: settingsUrl('privacy', { request: request.id }),
  text,
});

/** Forms of the privacy view. */
export const handlePrivacyAction = onSubmit(
  formActions({
    recordBreach: submits({
      endpoint: recordBreach,
      accepted: toBreach('Breach recorded. Assess it under each country’s law next.'),
    }),
    changeBreach: submits({ endpoint: changeBreach, params, accepted: toBreach('Breach changed.') }),
    assess: submits({ endpoint: assessBreach, params, accepted: toBreach('Assessment recorded.') }),
    notify: submits({ endpoint: notifyBreach, params, accepted: toBreach('Notice recorded.') }),
    close: submits({ endpoint: closeBreach, params, accepted: 'Breach closed.' }),
    recordRequest: submits({
      endpoint: recordPrivacyRequest,
      params,
      accepted: toRequest('Request recorded.'),
    }),
    extend: submits({ endpoint: extendPrivacyRequest, params, accepted: toRequest('Time extended.') }),
    decide: submits({ endpoint: decidePrivacyRequest, params, accepted: toRequest('Decision recorded.') }),
    attach: submits({
      endpoint: attachStatement,
      params,
      accepted: toRequest('Statement attached to the client’s record.'),
    }),
  }),
);

/** GET /settings/privacy-breaches.csv. */
export const streamBreaches = ({ api }: { api: MainApi }): Promise<Response> =>
  api.stream(exportBreaches, {});

/** GET /settings/privacy-requests.csv. */
export const streamRequests = ({ api }: { api: MainApi }): Promise<Response> =>
  api.stream(exportPrivacyRequests, {});
