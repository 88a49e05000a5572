import type { Insertable, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import {
  type FoundMatch,
  type KnownMatch,
  type MatchAction,
  matchAction,
} from '#rules/monitoring/match-memory.ts';
import { topicLabels } from '#rules/monitoring/match-words.ts';
import { subjectFingerprint } from '#rules/monitoring/screening-subject.ts';
import type { MonitoringCheck } from '#rules/monitoring/worklist-settings.ts';
import type {
  BirthDateMatching,
  ListingTopic,
  ScreeningSubject,
} from '#rules/screening/screening-records.ts';
import { type AlertActor, type NewAlert, writeAlerts } from '../alerts/open-alerts.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { ScreeningMatchesTable, ScreeningsTable } from '../database/monitoring-tables.ts';
import type { Schema } from '../database/schema.ts';
import type { ListInUse, ScreeningAnswer, ScreeningHit } from '../screening/engine.ts';
import { keepMatchStanding } from './client-standing.ts';
import { insertMatches, insertScreenings, knownMatches, renewMatch } from './match-store.ts';

type Trx = Transaction<Schema>;

/** How the subjects were screened, and in whose name it is written down. */
export interface ScreeningAsked {
  by: AlertActor;
  trigger: ScreeningsTable['trigger'];
  runId: string | null;
  /** What the run has written down of lists; a screening that used the same repeats nothing. */
  runLists?: readonly ListInUse[];
  threshold: number;
  birthDateMatching: BirthDateMatching;
  checks: readonly MonitoringCheck[];
  requestedBy: string | null;
  /** Screenings by client that did not run and are now run again: they keep their place in the run. */
  again?: ReadonlyMap<string, string>;
  /** False where only what changed was compared: who is not alike to it was not looked at otherwise. */
  isWhole: boolean;
}

interface Found extends FoundMatch {
  hit: ScreeningHit;
}

interface Outcome {
  subject: ScreeningSubject;
  screeningId: string;
  fingerprint: string;
  actions: MatchAction<Found>[];
  answer: ScreeningAnswer;
}

const foundOf = (hit: ScreeningHit): Found => ({
  hit,
  listId: hit.list.id,
  entityId: hit.entity.id,
  entityRevision: hit.entityRevision,
  score: hit.score.score,
});

const isOpen = (known: KnownMatch) => known.status === 'pending' || known.status === 'possible';

function statusOf({ answer, actions }: Outcome): ScreeningsTable['status'] {
  if (answer.status === 'error') return 'error';
  if (actions.length === 0) return 'noMatch';
  const waits = actions.some((one) => one.action !== 'leave' || isOpen(one.known));
  return waits ? 'needsReview' : 'resolved';
}

const listKey = (lists: readonly ListInUse[]) =>
  lists.map(({ id, version }) => `${id} ${version}`).join('\n');

function screeningRow(one: Outcome, asked: ScreeningAsked, at: string): Insertable<ScreeningsTable> {
  const { id: _id, ...query } = one.subject;
  const { answer } = one;
  const lists = answer.status === 'screened' ? answer.lists : null;
  const isRuns = lists !== null && asked.runLists !== undefined && listKey(lists) === listKey(asked.runLists);
  return {
    company_id: asked.by.companyId,
    id: one.screeningId,
    client_id: one.subject.id,
    run_id: asked.runId,
    trigger: asked.trigger,
    status: statusOf(one),
    query: JSON.stringify(query),
    threshold: asked.threshold,
    dob_matching: asked.birthDateMatching,
    checks: [...asked.checks],
    lists: lists === null || isRuns ? null : JSON.stringify(lists),
    algorithm:
      answer.status === 'screened' && !isRuns ? `${answer.algorithm.name} ${answer.algorithm.version}` : null,
    error: answer.status === 'error' ? answer.reason : null,
    at,
    requested_by: asked.requestedBy,
  };
}

const matchColumns = ({ hit }: Found) => ({
  entity_revision: hit.entityRevision,
  list_version: hit.list.version,
  topics: [...hit.entity.topics],
  score: hit.score.score.toFixed(4),
  features: JSON.stringify(hit.score.features),
  entity: JSON.stringify(hit.entity),
});

function alertOf(one: Outcome, asks: readonly Found[]): NewAlert {
  const topics = new Set<ListingTopic>(asks.flatMap(({ hit }) => hit.entity.topics));
  const isSanction = topics.has('sanction');
  const best = asks.reduce((first, other) => (other.score > first.score ? other : first));
  const [name] = best.hit.entity.names;
  const others =
    asks.length === 1 ? '' : asks.length === 2 ? ', and one more' : `, and ${asks.length - 1} more`;
  const about = [...topics].map((topic) => topicLabels[topic].toLowerCase()).join(', ');
  return {
    type: 'screeningMatch',
    resourceType: 'clients',
    resourceId: one.subject.id,
    severity: isSanction ? 'high' : 'medium',
    summary: `May be ${name?.text ?? 'somebody'} of ${best.hit.list.name}, ${Math.round(best.score * 100)} of 100 alike${others} (${about}). Decide whether it is the same.`,
    dedupeKey: `screeningMatch:${one.screeningId}`,
    screeningId: one.screeningId,
  };
}

/**
 * Writes down what screening subjects came to: a screening each, a match for each pair that nobody was asked about yet, one alert for
 * all new matches of a client, and what follows for the client's sanctions and PEP status. In the transaction of whatever asked; the
 * events are written last.
 *
 * @param answers in the order of the subjects.
 * @returns the ids of the screenings by client, and how many clients have something new to decide.
 */
export async function writeScreenings(
  trx: Trx,
  deps: { now: () => Date },
  asked: ScreeningAsked,
  subjects: readonly ScreeningSubject[],
  answers: readonly ScreeningAnswer[],
): Promise<{ ids: Map<string, string>; matched: number; failed: number }> {
  const now = deps.now();
  const at = now.toISOString();
  const hitsOf = (answer: ScreeningAnswer | undefined) => (answer?.status === 'screened' ? answer.hits : []);
  const withHits = subjects.filter((_, index) => hitsOf(answers[index]).length > 0);
  const known = await knownMatches(
    trx,
    withHits.map(({ id }) => id),
  );
  const outcomes = subjects.flatMap((subject, index): Outcome[] => {
    const answer = answers[index];
    if (answer === undefined || answer.subjectId !== subject.id) {
      throw new Error('The engine answered for other subjects than it was asked about.');
    }
    // Where only changes were compared, whoever is like none of them needs no line: the run itself says who was looked at.
    if (!asked.isWhole && answer.status === 'screened' && answer.hits.length === 0) return [];
    const fingerprint = subjectFingerprint(subject);
    const before = known.get(subject.id) ?? [];
    return [
      {
        subject,
        screeningId: asked.again?.get(subject.id) ?? uuidv7({ msecs: now.getTime() }),
        fingerprint,
        actions: hitsOf(answer).map((hit) => matchAction(foundOf(hit), before, fingerprint)),
        answer,
      },
    ];
  });
  const isAgain = ({ subject }: Outcome) => asked.again?.has(subject.id) ?? false;
  await insertScreenings(
    trx,
    outcomes.filter((one) => !isAgain(one)).map((one) => screeningRow(one, asked, at)),
  );
  for (const one of outcomes.filter(isAgain)) {
    const { company_id: _company, id, ...columns } = screeningRow(one, asked, at);
    await trx.updateTable('screenings').set(columns).where('id', '=', id).execute();
  }
  const asksOf = ({ actions }: Outcome) =>
    actions.flatMap((one) => (one.action === 'ask' ? [{ ...one, found: one.found }] : []));
  const asking = outcomes.filter((one) => asksOf(one).length > 0);
  const alerts = await writeAlerts(
    trx,
    deps,
    asked.by,
    asking.map((one) =>
      alertOf(
        one,
        asksOf(one).map(({ found }) => found),
      ),
    ),
  );
  const rows: Insertable<ScreeningMatchesTable>[] = [];
  for (const one of asking) {
    const alertId = alerts.ids.get(`screeningMatch:${one.screeningId}`);
    if (alertId === undefined) throw new Error('A new screening has no alert of its own.');
    for (const { found, change, round } of asksOf(one)) {
      rows.push({
        company_id: asked.by.companyId,
        id: uuidv7({ msecs: now.getTime() }),
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
      });
    }
  }
  await insertMatches(trx, rows);
  // One at a time: an undecided match whose entity changed again is rare.
  for (const one of outcomes) {
    for (const act of one.actions) {
      if (act.action !== 'renew') continue;
      await renewMatch(trx, act.known.id, { ...matchColumns(act.found), fingerprint: one.fingerprint });
    }
  }
  const screened = outcomes.filter(({ answer }) => answer.status === 'screened');
  await keepMatchStanding(
    trx,
    {
      clientIds: screened.map(({ subject }) => subject.id),
      changed: asking.map(({ subject }) => subject.id),
    },
    { checks: asked.checks, isWhole: asked.isWhole },
  );
  for (const one of asking) {
    await recordEvent(trx, deps, {
      ...asked.by,
      action: 'screening.matched',
      resourceType: 'client',
      resourceId: one.subject.id,
      detail: {
        screeningId: one.screeningId,
        matches: asksOf(one).map(({ found, change }) => ({
          list: found.hit.list.name,
          entity: found.hit.entity.names[0]?.text ?? found.entityId,
          score: found.score,
          change,
        })),
      },
    });
  }
  await alerts.tell();
  return {
    ids: new Map(outcomes.map(({ subject, screeningId }) => [subject.id, screeningId])),
    matched: asking.length,
    failed: outcomes.length - screened.length,
  };
}
