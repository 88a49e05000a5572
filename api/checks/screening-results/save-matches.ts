import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { getRegimes } from '#rules/sanctions.ts';
import type { ListingTopic } from '#rules/screening/screening-records.ts';
import type { MatchAction } from '#rules/screening-matches/match-carry-over.ts';
import { formatTopics } from '#rules/screening-matches/match-labels.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import type { ScreeningMatchesTable } from '../../kernel/database/tables/monitoring-tables.ts';
import { type NewAlert, openAlerts } from '../../records/alerts/inbox.ts';
import { insertMatches } from './match-store.ts';
import type { Found, Outcome } from './screening-outcome.ts';

/** Columns of a match that a renewed one replaces. */
export const matchColumns = ({ hit }: Found) => ({
  entity_revision: hit.entityRevision,
  list_version: hit.list.version,
  topics: [...hit.entity.topics],
  regimes: getRegimes({ source: hit.list.source, listName: hit.list.name, entity: hit.entity }),
  score: hit.score.score.toFixed(4),
  features: JSON.stringify(hit.score.features),
  entity: JSON.stringify(hit.entity),
});

function getAlert(outcome: Outcome, asks: readonly Found[]): NewAlert {
  const topics = new Set<ListingTopic>(asks.flatMap(({ hit }) => hit.entity.topics));
  const isSanction = topics.has('sanction');
  const best = asks.reduce((first, other) => (other.score > first.score ? other : first));
  const [name] = best.hit.entity.names;
  const others =
    asks.length === 1 ? '' : asks.length === 2 ? ', and one more' : `, and ${asks.length - 1} more`;
  return {
    type: 'screeningMatch',
    resourceType: 'clients',
    resourceId: outcome.subject.id,
    severity: isSanction ? 'high' : 'medium',
    summary: `Possible match: ${name?.text ?? 'unnamed entry'} on ${best.hit.list.name}, match score ${Math.round(best.score * 100)}%${others} (${formatTopics(topics)}). Review and resolve.`,
    dedupeKey: `screeningMatch:${outcome.screeningId}`,
    screeningId: outcome.screeningId,
  };
}

/** A subject with its new matches. */
export interface NewMatches {
  one: Outcome;
  asks: Extract<MatchAction<Found>, { action: 'ask' }>[];
}

function matchedEvent({ one, asks }: NewMatches): WorkEvent {
  return {
    action: 'screening.matched',
    resourceType: 'client',
    resourceId: one.subject.id,
    detail: {
      screeningId: one.screeningId,
      matches: asks.map(({ found, change }) => ({
        list: found.hit.list.name,
        entity: found.hit.entity.names[0]?.text ?? found.entityId,
        score: found.score,
        change,
      })),
    },
  };
}

/** Opens an alert for all new matches of each client, and saves those under it. */
export async function saveMatches(
  work: Work,
  companyId: string,
  asking: readonly NewMatches[],
): Promise<void> {
  const { trx, time, at, record } = work;
  record(...asking.map(matchedEvent));
  const alertIds = await openAlerts(
    work,
    asking.map(({ one, asks }) =>
      getAlert(
        one,
        asks.map(({ found }) => found),
      ),
    ),
  );
  const rows = asking.flatMap(({ one, asks }): Insertable<ScreeningMatchesTable>[] => {
    const alertId = alertIds.get(`screeningMatch:${one.screeningId}`);
    if (alertId === undefined) throw new Error('A new screening has no alert of its own.');
    return asks.map(({ found, change, round }) => ({
      company_id: companyId,
      id: uuidv7({ msecs: time().getTime() }),
      screening_id: one.screeningId,
      client_id: one.subject.id,
      alert_id: alertId,
      list_id: found.listId,
      list_name: found.hit.list.name,
      entity_id: found.entityId,
      round,
      change,
      fingerprint: one.fingerprint,
      status: 'pending',
      found_at: at,
      ...matchColumns(found),
    }));
  });
  await insertMatches(trx, rows);
}
