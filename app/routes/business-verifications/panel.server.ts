import { data } from '@remix-run/node';
import { listBusinessVerifications, startBusinessVerification } from '#contract/business-verifications.ts';
import { requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { rightTo } from '../../rights.server.ts';
import { dayText } from '../clients/instant-text.server.ts';

/** What a business's page shows of its verifications and of who owns it. */
export async function readBusinessPanel({ api, me, params, url }: MemberArgs) {
  const clientId = params.id ?? '';
  const before = url.searchParams.get('kybBefore') ?? undefined;
  const [{ company, member }, { verifications, nextBefore, latest }] = await Promise.all([
    me(),
    api.call(listBusinessVerifications, { params: { clientId }, query: before ? { before } : {} }),
  ]);
  const right = rightTo({ member, company }, 'checks.start');
  const day = (at: string | null | undefined) => (at ? dayText(at, company.timeZone) : null);
  return {
    clientId,
    lines: verifications.map((one) => ({
      id: one.id,
      status: one.status,
      startedText: day(one.createdAt),
      extractText: day(one.extractedAt),
      unresolvedPercent: one.unresolvedPercent,
      ownerCount: one.ownerCount,
      decidedText: one.decision ? `${one.decision.by.name}, ${day(one.decision.at)}` : null,
    })),
    latest,
    isFirstPage: before === undefined,
    nextBefore,
    mayStart: right.allowed,
    isAuditor: !right.allowed && right.code === 'role.forbidden',
    /** Why nothing can be started; null where it can. */
    startRefusal: right.allowed ? null : right.reason,
    /** The activity that a verification is begun for. */
    activityId: url.searchParams.get('activity'),
    requestKey: newRequestKey(),
  };
}

export type BusinessPanelData = Awaited<ReturnType<typeof readBusinessPanel>>;

/** The post that starts a verification of the business, or leads to the one that is under way. */
export async function answerBusinessVerificationStart({ api, params }: MemberArgs, form: FormData) {
  const clientId = params.id ?? '';
  const activityId = form.get('activityId');
  const sent = await api.submit(startBusinessVerification, {
    params: { clientId },
    query: typeof activityId === 'string' && activityId !== '' ? { activityId } : {},
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) {
    return redirectWithFlash(`/clients/${clientId}/kyb_verifications/${sent.value.id}`, {
      kind: 'success',
      text: 'Find the business in a register, or record by hand what you know.',
    });
  }
  const sentence = sent.problem.detail ?? `${sent.problem.title}.`;
  return data({ panel: 'kyb' as const, sentence }, { status: sent.problem.status });
}
