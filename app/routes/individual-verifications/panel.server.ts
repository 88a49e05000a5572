import { data } from '@remix-run/node';
import type { EndpointResponse } from '#contract/endpoint.ts';
import {
  type listVerifications,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { type VerificationMethod, verificationMethods } from '#rules/identity-verification/evidence.ts';
import { doesNotCount } from '#rules/verification-pages/does-not-count.ts';
import { identityVerificationPageTabs } from '#rules/verification-pages/identity-tabs.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { screenForms } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../components/forms/form-result.server.ts';
import { isChecked, textIn, tickedIn, typedTextIn } from '../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { permissionFor } from '../../session/permissions.server.ts';

const isMethod = (text: string | null): text is VerificationMethod =>
  verificationMethods.some((method) => method === text);

/** Data of the panel on a client's page: the listed verifications, and the form selected by the URL (`?verify=…`). */
export async function readVerificationsPanel(
  { me, params, url }: MemberArgs,
  listed: Promise<EndpointResponse<typeof listVerifications>>,
) {
  const clientId = params.id ?? '';
  const [{ company, member }, { verifications, nextBefore }] = await Promise.all([me(), listed]);
  const right = permissionFor({ member, company }, 'checks.start');
  const requested = url.searchParams.get('verify');
  return {
    clientId,
    lines: verifications.map(({ createdAt, verifiedAt, evidenceExpiresOn, identityChangedOn, ...line }) => ({
      ...line,
      startedLabel: formatDay(createdAt, company.timeZone),
      verifiedLabel: verifiedAt && formatDay(verifiedAt, company.timeZone),
      evidenceExpiresLabel: evidenceExpiresOn && formatDate(evidenceExpiresOn),
      identityChangedText: identityChangedOn && formatDate(identityChangedOn),
      doesNotCount: doesNotCount({ ...line, identityChangedOn }),
    })),
    isFirstPage: !url.searchParams.has('verificationsBefore'),
    nextBefore,
    isAuditor: !right.allowed && right.code === 'role.forbidden',
    /** Why no verification can be started; null if one can. */
    startDenialReason: right.allowed ? null : right.reason,
    requestedForm:
      right.allowed && requested !== null ? { method: isMethod(requested) ? requested : null } : null,
    regulatedIn: company.regulatedIn,
    /** The activity that the verification is for. */
    activityId: url.searchParams.get('activity'),
    requestKey: newRequestKey(),
  };
}

/** The request body for the method of the form. */
function startBody(form: FormData): object {
  const text = (name: string) => typedTextIn(form, name);
  const ticked = (name: string) => isChecked(form, name);
  const method = text('method');
  const dataSources = tickedIn(form, 'dataSources');
  switch (method) {
    case 'electronicRemote':
      return {
        method,
        channel: text('channel'),
        email: text('channel') === 'email' ? text('email') : undefined,
        phone: text('channel') === 'sms' ? text('phone') : undefined,
        message: text('message'),
        expiresInDays: text('expiresInDays'),
        dataSources,
      };
    case 'electronicInPerson':
      return {
        method,
        consent: {
          given: ticked('consent.given') || undefined,
          how: text('consent.how'),
          note: text('consent.note'),
        },
        dataSources,
      };
    case 'distf':
      return {
        method,
        accreditedService: {
          provider: text('accreditedService.provider'),
          service: text('accreditedService.service'),
          accreditation: text('accreditedService.accreditation'),
          verifiedOn: text('accreditedService.verifiedOn'),
          covers: tickedIn(form, 'accreditedService.covers'),
          evidence: text('accreditedService.evidence'),
          matchesRecord: ticked('accreditedService.matchesRecord'),
        },
      };
    case 'reliance':
      return {
        method,
        reliance: {
          partyName: text('reliance.partyName'),
          supervisor: text('reliance.supervisor'),
          verifiedOn: text('reliance.verifiedOn'),
          agreedInWriting: ticked('reliance.agreedInWriting'),
          identityInformationReceived: ticked('reliance.identityInformationReceived'),
          evidenceOnRequest: ticked('reliance.evidenceOnRequest'),
          hasBusinessRelationship: ticked('reliance.hasBusinessRelationship'),
          basis: text('reliance.basis'),
          responsibilitiesWritten: ticked('reliance.responsibilitiesWritten'),
          approvedBySeniorManager: text('reliance.approvedBySeniorManager'),
          assessedOn: text('reliance.assessedOn'),
          assessmentRecordedOn: text('reliance.assessmentRecordedOn'),
          appropriateToRisk: ticked('reliance.appropriateToRisk'),
          reasons: text('reliance.reasons'),
        },
      };
    case 'exception':
      return {
        method,
        exception: {
          reason: text('exception.reason'),
          stepsTaken: text('exception.stepsTaken'),
          alternativeEvidence: text('exception.alternativeEvidence'),
          policy: text('exception.policy'),
          endsOn: text('exception.endsOn'),
        },
      };
    default:
      return { method };
  }
}

/** Result of a rejected form of a new verification. */
export interface StartResult extends FormResult {
  panel: 'verification';
  method: VerificationMethod | null;
}

const getClient = ({ params }: MemberArgs) => params.id ?? '';

const submits = screenForms<MemberArgs>()({
  page: (args) => `/clients/${getClient(args)}`,
  rejected: ({ form, result: { reply }, status }) => {
    const method = textIn(form, 'method');
    return data<StartResult>(
      { panel: 'verification', reply, method: isMethod(method) ? method : null },
      { status },
    );
  },
});

const startLabels = {
  started: 'Verification started.',
  sent: 'Link sent.',
  unsent: 'Verification started. The link could not be sent; Assay will retry automatically.',
};

/** Starts a verification and redirects to it. */
export const handleStartVerification = submits({
  endpoint: startVerification,
  params: (args) => ({ clientId: getClient(args) }),
  body: (form) => ({ ...startBody(form), activityId: typedTextIn(form, 'activityId') }),
  accepted: ({ id, method, status }, { args }) => ({
    to: identityVerificationPageTabs.tabUrl({ clientId: getClient(args), id }, 'evidence'),
    text: startLabels[method !== 'electronicRemote' ? 'started' : status === 'sent' ? 'sent' : 'unsent'],
  }),
});
