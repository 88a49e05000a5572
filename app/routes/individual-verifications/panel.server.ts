import { data } from '@remix-run/node';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { listVerifications, startVerification } from '#contract/individual-verifications.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { type VerificationMethod, verificationMethods } from '#rules/verification/evidence.ts';
import { requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { rightTo } from '../../rights.server.ts';
import { dayText } from '../clients/instant-text.server.ts';
import { isTicked, tickedOf, typedForm, typedText } from './posted.server.ts';

const isMethod = (text: string | null): text is VerificationMethod =>
  verificationMethods.some((method) => method === text);

/** What the panel on a client's page shows: the verifications, and the form that the address asks for (`?verify=…`). */
export async function readVerificationsPanel({ api, me, params, url }: MemberArgs) {
  const clientId = params.id ?? '';
  const before = url.searchParams.get('verificationsBefore') ?? undefined;
  const [{ company, member }, { verifications, nextBefore }] = await Promise.all([
    me(),
    api.call(listVerifications, { params: { clientId }, query: { before } }),
  ]);
  const right = rightTo({ member, company }, 'checks.start');
  const asked = url.searchParams.get('verify');
  return {
    clientId,
    lines: verifications.map(({ createdAt, verifiedAt, evidenceExpiresOn, ...line }) => ({
      ...line,
      startedText: dayText(createdAt, company.timeZone),
      verifiedText: verifiedAt && dayText(verifiedAt, company.timeZone),
      evidenceExpiresText: evidenceExpiresOn && formatDate(evidenceExpiresOn),
    })),
    isFirstPage: before === undefined,
    nextBefore,
    isAuditor: !right.allowed && right.code === 'role.forbidden',
    /** Why nothing can be started; null where it can. */
    startRefusal: right.allowed ? null : right.reason,
    asked: right.allowed && asked !== null ? { method: isMethod(asked) ? asked : null } : null,
    regulatedIn: company.regulatedIn,
    /** The activity that a verification is begun for. */
    activityId: url.searchParams.get('activity'),
    requestKey: newRequestKey(),
  };
}

type Typed = Record<string, unknown>;

/** The body that begins a verification by the method of its form. */
function startBody(form: FormData, typed: Typed): object {
  const text = (name: string) => typedText(typed, name);
  const ticked = (name: string) => isTicked(typed, name);
  const method = text('method');
  const dataSources = tickedOf(form, 'dataSources');
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
        },
      };
    case 'exception':
      return {
        method,
        exception: {
          reason: text('exception.reason'),
          alternativeEvidence: text('exception.alternativeEvidence'),
          endsOn: text('exception.endsOn'),
        },
      };
    default:
      return { method };
  }
}

/** Starts a verification and leads to it. */
export async function answerVerificationStart({ api, params }: MemberArgs, form: FormData) {
  const { submission, typed } = typedForm(form);
  const clientId = params.id ?? '';
  const sent = await api.submit(startVerification, {
    params: { clientId },
    body: { ...startBody(form, typed), activityId: typedText(typed, 'activityId') } as EndpointRequest<
      typeof startVerification
    >['body'],
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) {
    const { id, method, status } = sent.value;
    const text =
      method !== 'electronicRemote'
        ? 'The verification is started.'
        : status === 'sent'
          ? 'The link is on its way.'
          : 'The verification is started. The link could not be sent yet; Assay tries again by itself.';
    return redirectWithFlash(`/clients/${clientId}/individual_verifications/${id}`, {
      kind: 'success',
      text,
    });
  }
  const { reply } = answerProblem(submission, sent.problem);
  const method = typedText(typed, 'method') ?? null;
  return data(
    { panel: 'verification' as const, reply, method: isMethod(method) ? method : null },
    { status: sent.problem.status },
  );
}

export type StartAnswer = Exclude<Awaited<ReturnType<typeof answerVerificationStart>>, Response>['data'];
