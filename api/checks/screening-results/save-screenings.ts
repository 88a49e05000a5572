import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type ScreeningGap, screeningGaps } from '#rules/required-lists.ts';
import { getRegimes } from '#rules/sanctions.ts';
import type {
  BirthDateMatching,
  ListingTopic,
  ScreeningSubject,
} from '#rules/screening/screening-records.ts';
import { subjectFingerprint } from '#rules/screening/screening-subject.ts';
import {
  type FoundMatch,
  type KnownMatch,
  type MatchAction,
  matchAction,
} from '#rules/screening-matches/match-carry-over.ts';
import { formatTopics, isUndecidedMatch } from '#rules/screening-matches/match-labels.ts';
import type { MonitoringCheck } from '#rules/worklists/worklist-settings.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import type {
  ScreeningMatchesTable,
  ScreeningsTable,
} from '../../kernel/database/tables/monitoring-tables.ts';
import { type NewAlert, openAlerts } from '../../records/alerts/inbox.ts';
import type { ListInUse, ScreeningHit, ScreeningResponse } from '../../records/screening-engine/engine.ts';
import { syncClientScreeningStatus } from './client-screening-status.ts';
import {
  insertMatches,
  insertScreenings,
  knownMatches,
  renewMatch,
  rewriteScreening,
} from './match-store.ts';
import { lockScreened, markScreened, readOutdated, readRegulatedIn } from './store.ts';
import { readSubjects } from './subject-store.ts';

/** Options of the screening. */
export interface ScreeningRequested {
  trigger: ScreeningsTable['trigger'];
  runId: string | null;
  /** Lists already recorded with the run; a screening that used the same does not repeat them. */
  runLists?: readonly Pick<ListInUse, 'id' | 'version'>[];
  threshold: number;
  birthDateMatching: BirthDateMatching;
  checks: readonly MonitoringCheck[];
  requestedBy: string | null;
  /** Failed screenings by client that are now rerun: they retain their place in the run. */
  again?: ReadonlyMap<string, string>;
  /** False if only changes were compared: a subject without hits was not compared with anything else. */
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
  response: ScreeningResponse;
}

const toFound = (hit: ScreeningHit): Found => ({
  hit,
  listId: hit.list.id,
  entityId: hit.entity.id,
  entityRevision: hit.entityRevision,
  formerRevisions: hit.formerRevisions ?? [],
  score: hit.score.score,
});

const isOpen = (known: KnownMatch) => isUndecidedMatch(known.status);

function getStatus({ response, actions }: Outcome): ScreeningsTable['status'] {
  if (response.status === 'error') return 'error';
  if (actions.length === 0) return 'noMatch';
  const waits = actions.some((action) => action.action !== 'leave' || isOpen(action.known));
  return waits ? 'needsReview' : 'resolved';
}

const listKey = (lists: readonly Pick<ListInUse, 'id' | 'version'>[]) =>
  lists.map(({ id, version }) => `${id} ${version}`).join('\n');

function screeningRow(
  outcome: Outcome,
  screeningRequest: ScreeningRequested,
  { companyId, at }: { companyId: string; at: string },
): Insertable<ScreeningsTable> {
  const { id: _id, ...query } = outcome.subject;
  const { response } = outcome;
  const lists = response.status === 'screened' ? response.lists : null;
  const isRuns =
    lists !== null &&
    screeningRequest.runLists !== undefined &&
    listKey(lists) === listKey(screeningRequest.runLists);
  return {
    company_id: companyId,
    id: outcome.screeningId,
    client_id: outcome.subject.id,
    run_id: screeningRequest.runId,
    trigger: screeningRequest.trigger,
    status: getStatus(outcome),
    query: JSON.stringify(query),
    threshold: screeningRequest.threshold,
    dob_matching: screeningRequest.birthDateMatching,
    checks: [...screeningRequest.checks],
    lists: lists === null || isRuns ? null : JSON.stringify(lists),
    algorithm:
      response.status === 'screened' && !isRuns
        ? `${response.algorithm.name} ${response.algorithm.version}`
        : null,
    error: response.status === 'error' ? response.reason : null,
    at,
    requested_by: screeningRequest.requestedBy,
  };
}

const matchColumns = ({ hit }: Found) => ({
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

const getHits = (response: ScreeningResponse | undefined) =>
  response?.status === 'screened' ? response.hits : [];

/** Outcome for each subject, compared with its known matches. */
async function getOutcomes(
  { trx, time }: Work,
  screeningRequest: ScreeningRequested,
  subjects: readonly ScreeningSubject[],
  answers: readonly ScreeningResponse[],
): Promise<Outcome[]> {
  const withHits = subjects.filter((_, index) => getHits(answers[index]).length > 0);
  const known = await knownMatches(
    trx,
    withHits.map(({ id }) => id),
  );
  const msecs = time().getTime();
  return subjects.flatMap((subject, index): Outcome[] => {
    const response = answers[index];
    if (response === undefined || response.subjectId !== subject.id) {
      throw new Error('The engine returned results for subjects that were not in the request.');
    }
    // A run over changes only stores screenings with hits; the run itself records who was screened.
    if (!screeningRequest.isWhole && response.status === 'screened' && response.hits.length === 0) return [];
    const fingerprint = subjectFingerprint(subject);
    const before = known.get(subject.id) ?? [];
    return [
      {
        subject,
        screeningId: screeningRequest.again?.get(subject.id) ?? uuidv7({ msecs }),
        fingerprint,
        actions: getHits(response).map((hit) => matchAction(toFound(hit), before, fingerprint)),
        response,
      },
    ];
  });
}

/** Saves the screenings: new ones, and those that did not run before and are run again. */
async function saveScreenings(
  { trx, at }: Work,
  screeningRequest: ScreeningRequested,
  companyId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const isAgain = ({ subject }: Outcome) => screeningRequest.again?.has(subject.id) ?? false;
  const getRow = (outcome: Outcome) => screeningRow(outcome, screeningRequest, { companyId, at });
  await insertScreenings(trx, outcomes.filter((outcome) => !isAgain(outcome)).map(getRow));
  for (const outcome of outcomes.filter(isAgain)) {
    const { company_id: _company, id, ...columns } = getRow(outcome);
    await rewriteScreening(trx, id, columns);
  }
}

/** A subject with its new matches. */
interface PendingExtractOrder {
  one: Outcome;
  asks: Extract<MatchAction<Found>, { action: 'ask' }>[];
}

function matchedEvent({ one, asks }: PendingExtractOrder): WorkEvent {
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
async function saveMatches(
  work: Work,
  companyId: string,
  asking: readonly PendingExtractOrder[],
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

/**
 * Lists required of the company by law that these screenings lacked; null if not applicable, because only changes were
 * compared, other lists were used, or nothing ran.
 */
async function getGaps(
  { trx, time }: Work,
  companyId: string,
  { isWhole, checks }: ScreeningRequested,
  answers: readonly ScreeningResponse[],
): Promise<ScreeningGap[] | null> {
  const screened = answers.find((answer) => answer.status === 'screened');
  if (!isWhole || !checks.includes('sanctions') || screened?.status !== 'screened') return null;
  return screeningGaps(screened.lists, await readRegulatedIn(trx, companyId), time());
}

/**
 * Saves the results of screening subjects: one screening each, a match for each new pair, one alert for all new matches
 * of a client, and the client's sanctions status. Locks the affected clients first.
 * @param answers in the order of the subjects.
 * @returns the ids of the screenings by client, and the number of clients with new matches.
 */
export async function writeScreenings(
  work: Work,
  screeningRequest: ScreeningRequested,
  subjects: readonly ScreeningSubject[],
  answers: readonly ScreeningResponse[],
): Promise<{ ids: Map<string, string>; matched: number; failed: number }> {
  const { trx, by } = work;
  const { companyId } = by;
  if (companyId === null) throw new Error('A screening must belong to a company.');
  const hasHits = (index: number) => getHits(answers[index]).length > 0;
  const ids = subjects.map(({ id }) => id);
  const gaps = await getGaps(work, companyId, screeningRequest, answers);
  await lockScreened(
    trx,
    {
      withHits: ids.filter((_, index) => hasHits(index)),
      others: gaps === null ? [] : ids.filter((_, index) => !hasHits(index)),
    },
    gaps ?? [],
  );
  // Who was screened by details that have changed since is not screened by them.
  const outdated = gaps === null ? [] : await readOutdated(trx, ids);
  const isOutdated = new Set(outdated);
  const current = new Map(
    (await readSubjects(trx, outdated)).map((subject) => [subject.id, subjectFingerprint(subject)]),
  );
  const isCurrent = (subject: ScreeningSubject) =>
    !isOutdated.has(subject.id) || current.get(subject.id) === subjectFingerprint(subject);
  if (gaps !== null) {
    const screened = subjects.filter(
      (subject, index) => answers[index]?.status === 'screened' && isCurrent(subject),
    );
    await markScreened(
      trx,
      screened.map(({ id }) => id).filter((id) => isOutdated.has(id)),
    );
  }
  const outcomes = await getOutcomes(work, screeningRequest, subjects, answers);
  await saveScreenings(work, screeningRequest, companyId, outcomes);
  const asking = outcomes
    .map(
      (outcome): PendingExtractOrder => ({
        one: outcome,
        asks: outcome.actions.filter((act) => act.action === 'ask'),
      }),
    )
    .filter(({ asks }) => asks.length > 0);
  await saveMatches(work, companyId, asking);
  // Sequential: an undecided match whose entity changed again is rare.
  for (const { actions, fingerprint } of outcomes) {
    for (const act of actions) {
      if (act.action !== 'renew') continue;
      await renewMatch(trx, act.known.id, { ...matchColumns(act.found), fingerprint });
    }
  }
  const screened = outcomes.filter(({ response }) => response.status === 'screened');
  await syncClientScreeningStatus(
    trx,
    {
      clientIds: screened.map(({ subject }) => subject.id),
      changed: asking.map(({ one }) => one.subject.id),
    },
    gaps,
  );
  return {
    ids: new Map(outcomes.map(({ subject, screeningId }) => [subject.id, screeningId])),
    matched: asking.length,
    failed: outcomes.length - screened.length,
  };
}
