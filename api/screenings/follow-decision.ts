import type { Transaction } from 'kysely';
import {
  pepStatusLabels,
  type RiskLevel,
  riskLevelLabels,
  sanctionsStatusLabels,
} from '#rules/client-types.ts';
import {
  flooredLevel,
  pepStatusOfMatch,
  riskFloorOf,
  sanctionsStatusOf,
} from '#rules/monitoring/match-standing.ts';
import type { PepOf } from '#rules/politically-exposed.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { type NewAlert, writeAlerts } from '../alerts/open-alerts.ts';
import { changesBetween } from '../audit/detail.ts';
import { actorOf, recordMemberEvent } from '../audit/member-event.ts';
import { lockClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { keepLevel } from '../diligence/level.ts';
import type { MemberCaller } from '../http/bind.ts';
import { triggerReviews } from '../reviews/ask.ts';
import { type MatchRow, standingMatches } from './match-store.ts';
import type { ScreeningsDeps } from './service.ts';

type Trx = Transaction<Schema>;
type Deps = Pick<ScreeningsDeps, 'db' | 'now'>;

/** Listed as politically exposed, or as close to somebody who is. */
export const isListedAsExposed = (topics: MatchRow['topics']) =>
  topics.includes('pep') || topics.includes('rca');

/** Who the person is politically, as far as this match says; what somebody recorded by hand otherwise stays. */
interface Exposure {
  topics: MatchRow['topics'];
  pepOf: PepOf | undefined;
}

/** The level of the assessment in force, which a floor that is gone no longer raises. */
async function assessedLevel(trx: Trx, assessmentId: string | null): Promise<RiskLevel | null> {
  if (assessmentId === null) return null;
  const row = await trx
    .selectFrom('risk_assessments')
    .select('final_level')
    .where('id', '=', assessmentId)
    .executeTakeFirst();
  return row?.final_level ?? null;
}

/**
 * What follows for the client from what was decided about its matches: sanctions and PEP status, the floor under its risk, the level of
 * due diligence with the reasons and provisions that the rule packs give, and a review of the client as a whole.
 *
 * @param isRevoked a confirmed match that said something of political exposure was decided anew.
 * @returns what tells the audit trail, called last.
 */
export async function followDecision(
  trx: Trx,
  deps: Deps,
  caller: MemberCaller,
  clientId: string,
  { confirmed, isRevoked }: { confirmed: (Exposure & { matchId: string }) | null; isRevoked: boolean },
): Promise<() => Promise<void>> {
  const client = await lockClientById(trx, clientId);
  if (client === null) throw new Error('A match is of a client that is not there.');
  const matches = await standingMatches(trx, [clientId]);
  const sanctionsStatus = sanctionsStatusOf(matches, { wasScreened: true, before: client.sanctionsStatus });
  const found = confirmed && pepStatusOfMatch(confirmed.topics, confirmed.pepOf ?? 'foreign');
  const stored = await trx
    .selectFrom('clients')
    .select(['pep_of', 'current_risk_assessment_id'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  const isExposedStill = matches.some(
    ({ status, topics }) => status === 'truePositive' && isListedAsExposed(topics),
  );
  // What a match alone has said goes with it: somebody has to find out anew.
  const isGone = isRevoked && !isExposedStill;
  const pepStatus = found ?? (isGone ? 'notChecked' : client.pepStatus);
  const closeTo = found === 'relativeOrAssociate' ? (confirmed?.pepOf ?? null) : null;
  const pepOf = found === null ? (isGone ? null : stored.pep_of) : closeTo;
  const floor = riskFloorOf({ sanctionsStatus, pepStatus, pepOf });
  const assessed = await assessedLevel(trx, stored.current_risk_assessment_id);
  const riskLevel = flooredLevel(assessed ?? client.riskLevel, floor?.level ?? null);
  await trx
    .updateTable('clients')
    .set({ sanctions_status: sanctionsStatus, pep_status: pepStatus, pep_of: pepOf, risk_level: riskLevel })
    .where('id', '=', clientId)
    .execute();
  const alerts: NewAlert[] = [];
  if (riskLevel !== null && client.riskLevel !== null && compareLevels(riskLevel, client.riskLevel) > 0) {
    const words = (level: RiskLevel) => riskLevelLabels[level].toLowerCase();
    alerts.push({
      type: 'riskRose',
      resourceType: 'clients',
      resourceId: clientId,
      severity: 'high',
      summary: `The risk rose from ${words(client.riskLevel)} to ${words(riskLevel)}, because ${floor?.reason}. Assess the client anew.`,
      dedupeKey: `riskRose:match:${confirmed?.matchId ?? clientId}`,
    });
  }
  const by = { companyId: caller.company.id, actor: actorOf(caller), requestId: caller.request.id };
  const opened = await writeAlerts(trx, deps, by, alerts);
  if (confirmed !== null && alerts.length === 0) {
    await triggerReviews(trx, deps, caller.company.id, [
      {
        clientId,
        trigger: 'confirmedMatch',
        cause: 'A screening match was confirmed: look at the relationship as a whole.',
        dedupeKey: `confirmedMatch:${confirmed.matchId}`,
      },
    ]);
  }
  const level = await keepLevel(trx, deps, caller, clientId);
  const told = (status: typeof sanctionsStatus, pep: typeof pepStatus, risk: RiskLevel | null) => ({
    sanctionsStatus: sanctionsStatusLabels[status],
    pepStatus: pepStatusLabels[pep],
    riskLevel: risk && riskLevelLabels[risk],
  });
  const changes = changesBetween(
    told(client.sanctionsStatus, client.pepStatus, client.riskLevel),
    told(sanctionsStatus, pepStatus, riskLevel),
  );
  return async () => {
    if (Object.keys(changes).length > 0) {
      await recordMemberEvent(trx, deps, caller, {
        action: 'client.screeningStatusChanged',
        resourceType: 'client',
        resourceId: clientId,
        detail: { changes },
      });
    }
    await opened.tell();
    await level.tell();
  };
}
