import type { Updateable } from 'kysely';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { transitionsFrom } from '#rules/lifecycles/lifecycle.ts';
import { missingBureauStatements } from '#rules/transition-guards/verification.ts';
import { changesBetween } from '../../../kernel/audit/detail.ts';
import type { Work, WorkEvent } from '../../../kernel/command/work.ts';
import type { CompanyPolicy } from '../../../kernel/database/tables/foundation-tables.ts';
import type { IndividualVerificationsTable } from '../../../kernel/database/tables/individual-verification-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { readCompanyFacts } from '../../../records/company-settings/store.ts';
import { availableActions, type VerificationAction } from './available-actions.ts';
import type { VerificationsDeps } from './deps.ts';
import { getJudged, toIdentityVerificationDto } from './dto.ts';
import { type Findings, getFindings, type Judged } from './facts.ts';
import { changeVerification, lockVerification, readVerificationById } from './store.ts';
import { insertEvents, type NewEvent } from './timeline-store.ts';

/** A verification that a command has locked, with all that it is judged by. */
export interface LockedVerification {
  version: number;
  judged: Judged;
  findings: Findings;
  policy: CompanyPolicy;
  /** The instant of the command. */
  at: Date;
}

type Context = Work & { deps: VerificationsDeps; caller: MemberCaller; params: { id: string } };

/** A verification as it is now, without its link; null if the company has none with this id. */
export async function readRecord(
  trx: Trx,
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
): Promise<IndividualVerification | null> {
  const stored = await readVerificationById(trx, id);
  return stored && toIdentityVerificationDto(trx, deps, caller, stored);
}

/** The verification after a command has written to it. */
export async function reloadRecord(
  ...verification: Parameters<typeof readRecord>
): Promise<IndividualVerification> {
  const found = await readRecord(...verification);
  if (found === null) throw new Error('The verification just saved could not be read.');
  return found;
}

/** The steps that every command on a verification shares. */
export const verificationSteps = {
  async lock({ trx, at, deps, caller, params }: Context): Promise<LockedVerification | null> {
    const stored = await lockVerification(trx, params.id);
    if (stored === null) return null;
    const judged = await getJudged(trx, deps, caller.company, stored);
    const { policy } = await readCompanyFacts(trx, caller.company.id);
    const { version } = stored.row;
    return { version, judged, findings: getFindings(judged), policy, at: new Date(at) };
  },
  stale: {
    message({ judged }: LockedVerification): string {
      const who = judged.stored.row.updated_by_name ?? 'Assay (source result)';
      return `${who} changed this verification. Review it and decide again.`;
    },
    current: ({ trx, deps, caller }: Context, { judged }: LockedVerification) =>
      toIdentityVerificationDto(trx, deps, caller, judged.stored),
  },
  read: ({ trx, deps, caller, params }: Context) => reloadRecord(trx, deps, caller, params.id),
  again: ({ trx, deps, caller, params }: Context) => readRecord(trx, deps, caller, params.id),
};

/** Throws if the verification's status or a missing requirement does not permit the action. */
export function requireTransition(
  { caller }: Pick<Context, 'caller'>,
  { judged, findings, policy, at }: LockedVerification,
  action: VerificationAction,
): void {
  const actions = availableActions(judged, { caller, policy, findings, now: at });
  const move = actions.find((item) => item.action === action);
  if (move === undefined) {
    const { status } = judged.stored.row;
    const label = verificationLifecycle.labels[status];
    const open = actions.map((action) => `“${action.label}”`).join(', ');
    const advice = verificationLifecycle.advice?.find(({ from }) => from === status)?.text;
    const isWaiting = transitionsFrom(verificationLifecycle, status).every(({ by }) => by !== 'person');
    const rest =
      advice ??
      (open !== ''
        ? `Available actions: ${open}.`
        : isWaiting && status === 'processing'
          ? 'Checks are in progress. Reload the page in a moment.'
          : 'Start a new verification on the client’s page.');
    throw invalid(`This verification is “${label}”, so this action is not available. ${rest}`);
  }
  // A decision's reason is checked together with the decision, and checks with the selected ones.
  const isDecision = action === 'decideVerified' || action === 'decideNotVerified';
  if (!isDecision && action !== 'runChecks') requireNoBlockers(move.blockers);
}

/** Throws an error of the whole form with all blockers. */
export function requireNoBlockers(blockers: readonly Blocker[]): void {
  const [first] = blockers;
  if (first === undefined) return;
  throw apiError('request.invalid', {
    detail: first.text,
    fields: { '': blockers.map(({ text }) => text) },
    blockers: [...blockers],
  });
}

/** Throws field errors for missing statements before a credit reporting body is queried. */
export function requireBureauStatements(wanted: Parameters<typeof missingBureauStatements>[0]): void {
  const missing = missingBureauStatements(wanted);
  if (missing.length === 0) return;
  const fields = Object.fromEntries(missing.map(({ field, text }) => [`bureau.${field}`, [text]]));
  throw apiError('request.invalid', { fields });
}

/** Updates a locked verification on behalf of the acting member. */
export function writeVerification(
  { trx, caller }: Pick<Context, 'trx' | 'caller'>,
  { judged, at }: LockedVerification,
  columns: Updateable<IndividualVerificationsTable>,
): Promise<void> {
  return changeVerification(trx, judged.stored.row.id, columns, { at, by: caller.member.id });
}

/** Adds the member's action to the timeline. */
export function addToTimeline(
  { trx, caller }: Pick<Context, 'trx' | 'caller'>,
  { judged, at }: LockedVerification,
  event: Omit<NewEvent, 'by'>,
): Promise<void> {
  const { company_id: companyId, id: verificationId } = judged.stored.row;
  const by = { type: 'member', id: caller.member.id } as const;
  return insertEvents(trx, { companyId, verificationId, at }, [{ ...event, by }]);
}

/** The audit event of a command, with the labels of the status before and after. */
export function verificationEvent(
  action: string,
  { before: { judged }, after }: { before: LockedVerification; after: IndividualVerification },
  { reason, detail = {} }: { reason?: string | undefined; detail?: Record<string, unknown> } = {},
): WorkEvent {
  const { row } = judged.stored;
  const { labels } = verificationLifecycle;
  return {
    action: `individualVerification.${action}`,
    resourceType: 'individualVerification',
    resourceId: row.id,
    ...(reason === undefined ? {} : { reason }),
    detail: {
      clientId: row.client_id,
      changes: changesBetween({ status: labels[row.status] }, { status: labels[after.status] }),
      ...detail,
    },
  };
}
