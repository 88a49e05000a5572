import type { Insertable } from 'kysely';
import { type ScreeningGap, screeningGaps } from '#rules/required-lists.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { subjectFingerprint } from '#rules/screening/screening-subject.ts';
import type { KnownMatch } from '#rules/screening-matches/match-carry-over.ts';
import { isUndecidedMatch } from '#rules/screening-matches/match-labels.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { ScreeningsTable } from '../../kernel/database/tables/monitoring-tables.ts';
import type { ListInUse, ScreeningResponse } from '../../records/screening-engine/engine.ts';
import { syncClientScreeningStatus } from './client-screening-status.ts';
import { insertScreenings, renewMatch, rewriteScreening } from './match-store.ts';
import { matchColumns, type NewMatches, saveMatches } from './save-matches.ts';
import { getHits, getOutcomes, type Outcome, type ScreeningRequested } from './screening-outcome.ts';
import { lockScreened, markScreened, readOutdated, readRegulatedIn } from './store.ts';
import { readSubjects } from './subject-store.ts';

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
      (outcome): NewMatches => ({
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
