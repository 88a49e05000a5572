import type { IndividualVerification } from '#contract/verification-record.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { movesFrom } from '#rules/lifecycles/lifecycle.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { CompanyPolicy } from '../database/foundation-tables.ts';
import { asTenant } from '../database/tenancy.ts';
import { readCompanyFacts } from '../diligence/company-facts.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import type { Trx, VerificationsDeps } from './deps.ts';
import { type Findings, findingsOf, type Judged } from './facts.ts';
import { movesOf, type VerificationAct } from './moves.ts';
import { judgedOf, present } from './present.ts';
import { insertEvents, lockVerification, type NewEvent, readVerificationById } from './store.ts';

/** What a command knows of the verification that it has locked. */
export interface CommandContext {
  trx: Trx;
  deps: VerificationsDeps;
  caller: MemberCaller;
  judged: Judged;
  findings: Findings;
  policy: CompanyPolicy;
  at: Date;
}

/** What a command has done: sentences for the timeline, and what the audit trail keeps. */
export interface CommandOutcome {
  action: string;
  events: readonly NewEvent[];
  reason?: string | undefined;
  detail?: Record<string, unknown>;
}

export function invalid(sentences: readonly string[], field = '') {
  const [first] = sentences;
  return refuse('request.invalid', {
    ...(field === '' && first !== undefined ? { detail: first } : {}),
    fields: { [field]: [...sentences] },
  });
}

/** Refuses what the verification's state, or something that is missing, does not allow. */
function requireMove({ caller, judged, findings, policy, at }: CommandContext, act: VerificationAct): void {
  const moves = movesOf(judged, { caller, policy, findings, now: at });
  const move = moves.find((one) => one.act === act);
  if (move === undefined) {
    const { status } = judged.stored.row;
    const label = verificationLifecycle.labels[status];
    const open = moves.map((one) => `“${one.label}”`).join(', ');
    const advice = verificationLifecycle.advice?.find(({ from }) => from === status)?.text;
    const isWaiting = movesFrom(verificationLifecycle, status).every(({ by }) => by !== 'person');
    const rest =
      advice ??
      (open !== ''
        ? `What you can do now: ${open}.`
        : isWaiting && status === 'processing'
          ? 'The sources are being asked; load the page again in a moment.'
          : 'Start a new verification on the client’s page.');
    throw invalid([`This verification is “${label}”, where that cannot be done. ${rest}`]);
  }
  // A decision's own reason is looked at with the reason in hand.
  const isDecision = act === 'decideVerified' || act === 'decideNotVerified';
  if (!isDecision && act !== 'runChecks' && move.blockers.length > 0)
    throw invalid(move.blockers.map(({ text }) => text));
}

/**
 * One command on a verification: locked, held against the version that the page showed and against what may be done now, done, told
 * in timeline and audit trail, all in one transaction, once for its request key.
 */
export function onVerification(
  deps: VerificationsDeps,
  caller: MemberCaller,
  {
    id,
    body,
    act,
    record = id,
  }: {
    id: string;
    body: { version: number };
    act: VerificationAct;
    record?: string;
  },
  run: (context: CommandContext) => Promise<CommandOutcome>,
): Promise<IndividualVerification> {
  const companyId = caller.company.id;
  return asTenant(deps.db, companyId, (trx) =>
    answerOnce(trx, deps, caller, { record, body, status: 200 }, async () => {
      const stored = await lockVerification(trx, id);
      if (stored === null) throw refuse('record.notFound');
      if (stored.row.version !== body.version) {
        const who = stored.row.updated_by_name ?? 'Assay, by what came back from a source,';
        throw refuse('record.stale', {
          detail: `${who} changed this verification after you opened it. Look at it as it is now, then decide again.`,
          current: await present(trx, deps, caller, stored),
        });
      }
      const judged = await judgedOf(trx, deps, caller.company, stored);
      const { policy } = await readCompanyFacts(trx, companyId);
      const at = deps.now();
      const context = { trx, deps, caller, judged, findings: findingsOf(judged), policy, at };
      requireMove(context, act);
      const { action, events, reason, detail = {} } = await run(context);
      await insertEvents(trx, { companyId, verificationId: id, at }, events);
      const after = await readVerificationById(trx, id);
      if (after === null) throw new Error('A verification that was just written cannot be read.');
      const answer = await present(trx, deps, caller, after);
      const { labels } = verificationLifecycle;
      await recordMemberEvent(trx, deps, caller, {
        action: `individualVerification.${action}`,
        resourceType: 'individualVerification',
        resourceId: id,
        ...(reason === undefined ? {} : { reason }),
        detail: {
          clientId: stored.row.client_id,
          changes: changesBetween(
            { status: labels[stored.row.status] },
            { status: labels[after.row.status] },
          ),
          ...detail,
        },
      });
      return answer;
    }),
  );
}
