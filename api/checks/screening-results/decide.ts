import {
  decideMatch as decideEndpoint,
  dismissMatches as dismissEndpoint,
} from '#contract/monitoring/screenings.ts';
import { can, type Permission } from '#rules/permissions.ts';
import {
  falsePositiveReasonLabels,
  isUndecidedMatch,
  matchStatusLabels,
} from '#rules/screening-matches/match-labels.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor, receipt } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { closeLocked } from '../../records/alerts/inbox.ts';
import { type LockedAlert, lockAlert, readAlert } from '../../records/alerts/store.ts';
import { lockWorkUnderWay } from '../../records/sanctions/open-work-store.ts';
import { clientsAbove } from '../../records/sanctions/store.ts';
import { applyMatchDecision, isListedAsExposed } from './apply-decision.ts';
import { toMatchDtos } from './dto.ts';
import {
  getAlertMatches,
  type MatchRow,
  readMatch,
  resolveScreenings,
  type Verdict,
  writeVerdict,
} from './match-store.ts';
import { lockClientsAbove } from './risk-floor.ts';
import type { ScreeningsDeps } from './service.ts';

const command = commandsFor<Pick<ScreeningsDeps, 'db' | 'now'>>();

function requireMemberPermission({ member, company }: MemberCaller, permission: Permission, now: Date): void {
  const may = can({ kind: 'member', ...member }, permission, company, now.toISOString());
  if (!may.allowed) throw apiError(may.code, { detail: may.reason });
}

function requireOpen({ status }: LockedAlert): void {
  if (status === 'closed') throw invalid('This alert is closed. Open it again to decide again.');
}

/** A match that a command has locked, with its alert. */
interface LockedMatch {
  version: number;
  match: MatchRow;
  alert: LockedAlert;
}

/**
 * Locks what a decision writes to, from the outside in: the client and those above it, their work where a match is confirmed, the alert's
 * matches, the alert.
 */
async function lockMatches(
  trx: Work['trx'],
  { clientId, alertId, isConfirming }: { clientId: string; alertId: string; isConfirming: boolean },
): Promise<{ alert: LockedAlert; matches: MatchRow[] }> {
  await lockClientsAbove(trx, [clientId]);
  if (isConfirming) await lockWorkUnderWay(trx, await clientsAbove(trx, [clientId]));
  const matches = await getAlertMatches(trx, alertId, true);
  const alert = await lockAlert(trx, alertId);
  if (alert === null) throw new Error('A match has no alert.');
  return { alert, matches };
}

/** Closes an alert whose matches are all decided, which resolves its screening. @returns whether it was closed. */
async function closeDecided(work: Work, alertId: string): Promise<boolean> {
  const { trx, at, by } = work;
  const matches = await getAlertMatches(trx, alertId);
  const isDecided = matches.every(({ status }) => !isUndecidedMatch(status));
  const alert = await readAlert(trx, alertId);
  if (!isDecided || alert === null || alert.status === 'closed') return false;
  const confirmed = matches.filter(({ status }) => status === 'truePositive').length;
  const reason =
    confirmed === 0
      ? matches.length === 1
        ? 'Match dismissed as a false positive.'
        : `All ${matches.length} matches dismissed as false positives.`
      : `Decided: ${confirmed} of ${matches.length} confirmed.`;
  await closeLocked(work, [alert], {
    outcome: confirmed > 0 ? 'truePositive' : 'falsePositive',
    reason,
    at,
    by: by.actor.id,
    assigneeId: alert.assignee?.id ?? by.actor.id,
  });
  await resolveScreenings(trx, matches);
  return true;
}

function decided(match: MatchRow, { status, reasonCode, reason }: Verdict): WorkEvent {
  return {
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
          reason:
            [reasonCode && falsePositiveReasonLabels[reasonCode], reason].filter(Boolean).join(': ') || null,
        },
      ),
    },
  };
}

/** A match as it is now, with its alert; null if the company has none with this id. */
async function showMatch(trx: Work['trx'], id: string) {
  const row = await readMatch(trx, id);
  if (row === null) return null;
  const [match] = await toMatchDtos(trx, [row]);
  return match === undefined ? null : { match, alertId: row.alert_id };
}

/**
 * POST /screening-matches/:id/decision. Anyone with access can record a false positive; a true match requires an owner, a compliance
 * officer or a senior manager; `role.forbidden` for others, who escalate the alert instead. A decision can be changed until its alert
 * is closed.
 */
export const decideMatch = command(decideEndpoint, {
  async lock({
    trx,
    params,
    body,
  }: Work & { params: { id: string }; body: { decision: string } }): Promise<LockedMatch | null> {
    const seen = await readMatch(trx, params.id);
    if (seen === null) return null;
    const { alert, matches } = await lockMatches(trx, {
      clientId: seen.client_id,
      alertId: seen.alert_id,
      isConfirming: body.decision === 'truePositive',
    });
    const match = matches.find(({ id }) => id === seen.id);
    return match === undefined ? null : { version: match.version, match, alert };
  },
  stale: {
    message: 'This match was decided or its list entry changed. Review it again.',
    current: async ({ trx }: Work, { match }: LockedMatch) => (await toMatchDtos(trx, [match]))[0],
  },
  check({ time, caller, body, problems }, { match, alert }) {
    requireOpen(alert);
    if (body.decision === 'truePositive' || match.status === 'truePositive') {
      requireMemberPermission(caller, 'matches.confirm', time());
    }
    if (body.decision === 'truePositive' && isListedAsExposed(match.topics) && body.pepOf === undefined) {
      problems.add('pepOf', 'Select the PEP type.');
    }
  },
  async change({ body, caller, ...work }, { match }) {
    const verdict: Verdict = {
      status: body.decision,
      reasonCode: body.decision === 'falsePositive' ? body.reasonCode : null,
      reason: body.decision === 'possible' ? null : body.reason,
      pepOf:
        body.decision === 'truePositive' && isListedAsExposed(match.topics) ? (body.pepOf ?? null) : null,
    };
    await writeVerdict(work.trx, match, verdict, { by: caller.member.id, at: work.at });
    work.record(decided(match, verdict));
    const confirmed = body.decision === 'truePositive' ? { topics: match.topics, matchId: match.id } : null;
    await applyMatchDecision(work, match.client_id, { confirmed, before: match });
    return closeDecided(work, match.alert_id);
  },
  async read({ trx, params }, _, alertClosed) {
    const shown = await showMatch(trx, params.id);
    if (shown === null) throw new Error('A match that was just decided cannot be read.');
    return { ...shown, alertClosed };
  },
  async again({ trx, params }, { alertClosed }) {
    const shown = await showMatch(trx, params.id);
    return shown && { ...shown, alertClosed };
  },
  events: () => [],
});

const isUndecided = ({ status }: MatchRow) => isUndecidedMatch(status);

/** POST /alerts/:id/dismissal. @throws `record.versionConflict` if any of the matches changed since it was displayed */
export const dismissMatches = command(dismissEndpoint, {
  async lock({ trx, params }) {
    const seen = await readAlert(trx, params.id);
    if (seen === null) return null;
    return lockMatches(trx, { clientId: seen.resourceId, alertId: seen.id, isConfirming: false });
  },
  async check({ trx, body }, { alert, matches }) {
    requireOpen(alert);
    const isAsSeen = body.matches.every(({ id, version }) =>
      matches.some((match) => match.id === id && match.version === version && isUndecided(match)),
    );
    if (isAsSeen) return;
    throw apiError('record.versionConflict', {
      detail: 'Some of these matches have changed. Review them and try again.',
      current: await toMatchDtos(trx, matches),
    });
  },
  async change({ body, caller, ...work }, { alert, matches }) {
    const verdict: Verdict = {
      status: 'falsePositive',
      reasonCode: body.reasonCode,
      reason: body.reason,
      pepOf: null,
    };
    const dismissed = matches.filter((match) => body.matches.some(({ id }) => id === match.id));
    for (const match of dismissed) {
      await writeVerdict(work.trx, match, verdict, { by: caller.member.id, at: work.at });
      work.record(decided(match, verdict));
    }
    await applyMatchDecision(work, alert.resourceId, { confirmed: null, before: null });
    return { decided: dismissed.length, alertClosed: await closeDecided(work, alert.id) };
  },
  read: async (_context, _before, done) => done,
  again: receipt,
  events: () => [],
});
