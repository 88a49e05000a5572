import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type {
  decideMatch as decideEndpoint,
  dismissMatches as dismissEndpoint,
} from '#contract/screenings.ts';
import { type Act, mayAct } from '#rules/access.ts';
import { alertLifecycle } from '#rules/lifecycles/monitoring.ts';
import { falsePositiveReasonLabels, matchStatusLabels } from '#rules/monitoring/match-words.ts';
import { changeAlert, readAlert } from '../alerts/store.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { followDecision, isListedAsExposed } from './follow-decision.ts';
import { type MatchRow, matchesOfAlert } from './match-store.ts';
import { presentMatches } from './present.ts';
import type { ScreeningsDeps } from './service.ts';

type Trx = Transaction<Schema>;
type Decision = z.output<typeof decideEndpoint.body>;
type Deps = Pick<ScreeningsDeps, 'db' | 'now'>;

const invalid = (sentence: string, field = '') =>
  refuse('request.invalid', { detail: sentence, fields: { [field]: [sentence] } });

function requireAct(deps: Deps, { member, company }: MemberCaller, act: Act): void {
  const may = mayAct({ kind: 'member', ...member }, act, company, deps.now().toISOString());
  if (!may.allowed) throw refuse(may.code, { detail: may.reason });
}

/** A match with its alert, both locked: the alert first, as every command on alerts does. */
async function lockMatch(trx: Trx, id: string): Promise<{ match: MatchRow; siblings: MatchRow[] }> {
  const known = await trx
    .selectFrom('screening_matches')
    .select('alert_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (known === undefined) throw refuse('record.notFound');
  await readAlert(trx, known.alert_id, true);
  const siblings = await matchesOfAlert(trx, known.alert_id, true);
  const match = siblings.find((one) => one.id === id);
  if (match === undefined) throw refuse('record.notFound');
  return { match, siblings };
}

/** Closes an alert whose matches are all decided; the screening behind it is then resolved. */
async function closeDecided(
  trx: Trx,
  deps: Deps,
  caller: MemberCaller,
  alertId: string,
): Promise<{ closed: boolean; tell: () => Promise<void> }> {
  const matches = await matchesOfAlert(trx, alertId);
  const isDecided = matches.every(({ status }) => status === 'truePositive' || status === 'falsePositive');
  const alert = await readAlert(trx, alertId);
  if (!isDecided || alert === null || alert.status === 'closed')
    return { closed: false, tell: async () => {} };
  const confirmed = matches.filter(({ status }) => status === 'truePositive').length;
  const reason =
    confirmed === 0
      ? matches.length === 1
        ? 'The match was decided: not the same.'
        : `All ${matches.length} matches were decided: none is the same.`
      : `Decided: ${confirmed} of ${matches.length} confirmed.`;
  const at = deps.now().toISOString();
  await changeAlert(trx, alert, {
    status: 'closed',
    outcome: confirmed > 0 ? 'truePositive' : 'falsePositive',
    reason,
    closed_at: at,
    snoozed_until: null,
    assignee_member_id: alert.assignee?.id ?? caller.member.id,
    updated_at: at,
    updated_by: caller.member.id,
  });
  await trx
    .updateTable('screenings')
    .set({ status: 'resolved' })
    .where(
      'id',
      'in',
      matches.map(({ screening_id }) => screening_id),
    )
    .where('status', '=', 'needsReview')
    .execute();
  const tell = () =>
    recordMemberEvent(trx, deps, caller, {
      action: 'alert.closed',
      resourceType: 'alert',
      resourceId: alertId,
      reason,
      detail: {
        changes: changesBetween(
          { status: alertLifecycle.labels[alert.status] },
          { status: alertLifecycle.labels.closed, reason },
        ),
      },
    });
  return { closed: true, tell };
}

interface Verdict {
  status: 'falsePositive' | 'truePositive' | 'possible';
  reasonCode: string | null;
  reason: string | null;
}

async function writeVerdict(
  trx: Trx,
  deps: Deps,
  caller: MemberCaller,
  match: MatchRow,
  { status, reasonCode, reason }: Verdict,
): Promise<void> {
  const isDecided = status !== 'possible';
  await trx
    .updateTable('screening_matches')
    .set({
      status,
      reason_code: isDecided ? reasonCode : null,
      reason: isDecided ? reason : null,
      decided_by: isDecided ? caller.member.id : null,
      decided_at: isDecided ? deps.now().toISOString() : null,
      version: match.version + 1,
    })
    .where('id', '=', match.id)
    .execute();
}

function tellVerdict(
  trx: Trx,
  deps: Deps,
  caller: MemberCaller,
  match: MatchRow,
  { status, reasonCode, reason }: Verdict,
): Promise<void> {
  const code = reasonCode && falsePositiveReasonLabels[reasonCode as keyof typeof falsePositiveReasonLabels];
  return recordMemberEvent(trx, deps, caller, {
    action: 'screening.matchDecided',
    resourceType: 'client',
    resourceId: match.client_id,
    ...(reason === null ? {} : { reason }),
    detail: {
      matchId: match.id,
      changes: changesBetween(
        { match: matchStatusLabels[match.status] },
        {
          match: matchStatusLabels[status],
          listed: `${match.entity.names[0]?.text ?? match.entity_id}, ${match.list_name}`,
          reason: [code, reason].filter(Boolean).join(': ') || null,
        },
      ),
    },
  });
}

/**
 * POST /screening-matches/:id/decision. A false positive is anybody's to say, a true one an owner's, a compliance officer's or a senior
 * manager's; `role.forbidden` for others, who escalate the alert instead. A decision can be changed while its alert is not closed.
 */
export function decideMatch(
  deps: Deps,
  caller: MemberCaller,
  id: string,
  form: Decision,
): Promise<EndpointAnswer<typeof decideEndpoint>> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const { match } = await lockMatch(trx, id);
      if (match.version !== form.version) {
        const [current] = await presentMatches(trx, [match]);
        throw refuse('record.stale', {
          detail:
            'Somebody decided this match, or the listed record changed, after you opened it. Look at it as it is now.',
          current,
        });
      }
      const alert = await readAlert(trx, match.alert_id);
      if (alert?.status === 'closed') throw invalid('This alert is closed. Open it again to decide anew.');
      if (form.decision === 'truePositive' || match.status === 'truePositive') {
        requireAct(deps, caller, 'matches.decideTrue');
      }
      if (form.decision === 'truePositive' && isListedAsExposed(match.topics) && form.pepOf === undefined) {
        throw invalid('Choose what kind of politically exposed person it is.', 'pepOf');
      }
      const verdict: Verdict = {
        status: form.decision,
        reasonCode: form.decision === 'falsePositive' ? form.reasonCode : null,
        reason: form.decision === 'possible' ? null : form.reason,
      };
      await writeVerdict(trx, deps, caller, match, verdict);
      const confirmed =
        form.decision === 'truePositive'
          ? { topics: match.topics, pepOf: form.pepOf, matchId: match.id }
          : null;
      const tellClient = await followDecision(trx, deps, caller, match.client_id, {
        confirmed,
        isRevoked: match.status === 'truePositive' && isListedAsExposed(match.topics),
      });
      const closing = await closeDecided(trx, deps, caller, match.alert_id);
      const after = await matchesOfAlert(trx, match.alert_id);
      const [shown] = await presentMatches(
        trx,
        after.filter((one) => one.id === id),
      );
      if (shown === undefined) throw new Error('A match that was just decided cannot be read.');
      await tellVerdict(trx, deps, caller, match, verdict);
      await tellClient();
      await closing.tell();
      return { match: shown, alertId: match.alert_id, alertClosed: closing.closed };
    }),
  );
}

/** POST /alerts/:id/dismissal. Refuses with `record.stale` where any of the matches is not as it was seen. */
export function dismissMatches(
  deps: Deps,
  caller: MemberCaller,
  alertId: string,
  form: z.output<typeof dismissEndpoint.body>,
): Promise<EndpointAnswer<typeof dismissEndpoint>> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: alertId, body: form, status: 200 }, async () => {
      const alert = await readAlert(trx, alertId, true);
      if (alert === null) throw refuse('record.notFound');
      if (alert.status === 'closed') throw invalid('This alert is closed. Open it again to decide anew.');
      const matches = await matchesOfAlert(trx, alertId, true);
      const asked = form.matches.map(({ id, version }) => ({
        version,
        match: matches.find((one) => one.id === id),
      }));
      const isAsSeen = asked.every(
        ({ match, version }) =>
          match?.version === version && (match.status === 'pending' || match.status === 'possible'),
      );
      if (!isAsSeen) {
        throw refuse('record.stale', {
          detail:
            'Some of these matches were decided or changed after you opened the page. Look at them as they are now.',
          current: await presentMatches(trx, matches),
        });
      }
      const verdict: Verdict = { status: 'falsePositive', reasonCode: form.reasonCode, reason: form.reason };
      const decided = asked.flatMap(({ match }) => (match === undefined ? [] : [match]));
      for (const match of decided) await writeVerdict(trx, deps, caller, match, verdict);
      const tellClient = await followDecision(trx, deps, caller, alert.resourceId, {
        confirmed: null,
        isRevoked: false,
      });
      const closing = await closeDecided(trx, deps, caller, alertId);
      for (const match of decided) await tellVerdict(trx, deps, caller, match, verdict);
      await tellClient();
      await closing.tell();
      return { decided: decided.length, alertClosed: closing.closed };
    }),
  );
}
