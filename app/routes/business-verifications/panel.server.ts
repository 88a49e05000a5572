import { data } from '@remix-run/node';
import {
  type listBusinessVerifications,
  startBusinessVerification,
} from '#contract/business-verifications/business-verifications.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { businessVerificationPageTabs } from '#rules/verification-pages/business-tabs.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { getRequestKey } from '../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { permissionFor } from '../../session/permissions.server.ts';

/** A business's listed verifications and ownership, for its page. */
export async function readBusinessPanel(
  { me, params, url }: MemberArgs,
  listed: Promise<EndpointResponse<typeof listBusinessVerifications>>,
) {
  const clientId = params.id ?? '';
  const [{ company, member }, { verifications, nextBefore, latest }] = await Promise.all([me(), listed]);
  const right = permissionFor({ member, company }, 'checks.start');
  const day = (at: string | null | undefined) => (at ? formatDay(at, company.timeZone) : null);
  return {
    clientId,
    lines: verifications.map((verification) => ({
      id: verification.id,
      status: verification.status,
      startedLabel: day(verification.createdAt),
      extractLabel: day(verification.extractedAt),
      unresolvedPercent: verification.unresolvedPercent,
      ownerCount: verification.ownerCount,
      isEvidenced: verification.isEvidenced,
      identityChangedText: verification.identityChangedOn && formatDate(verification.identityChangedOn),
      decidedLabel: verification.decision
        ? `${verification.decision.by.name}, ${day(verification.decision.at)}`
        : null,
    })),
    latest,
    isFirstPage: !url.searchParams.has('kybBefore'),
    nextBefore,
    canStart: right.allowed,
    isAuditor: !right.allowed && right.code === 'role.forbidden',
    /** Reason why no verification can be started; null if it can. */
    startDenialReason: right.allowed ? null : right.reason,
    /** The activity that a verification is started for. */
    activityId: url.searchParams.get('activity'),
    requestKey: newRequestKey(),
  };
}

export type BusinessPanelData = Awaited<ReturnType<typeof readBusinessPanel>>;

/** Starts a verification of the business, or redirects to the one in progress. */
export async function handleBusinessVerificationStart({ api, params }: MemberArgs, form: FormData) {
  const clientId = params.id ?? '';
  const activityId = form.get('activityId');
  const sent = await api.submit(startBusinessVerification, {
    params: { clientId },
    query: typeof activityId === 'string' && activityId !== '' ? { activityId } : {},
    requestKey: getRequestKey(form),
  });
  if (sent.ok) {
    return redirectWithFlash(
      businessVerificationPageTabs.tabUrl({ clientId, id: sent.value.id }, 'register'),
      {
        kind: 'success',
        text: 'Business verification started. Find the business in a register, or enter details manually.',
      },
    );
  }
  const message = sent.problem.detail ?? `${sent.problem.title}.`;
  return data({ panel: 'kyb' as const, message: message }, { status: sent.problem.status });
}
