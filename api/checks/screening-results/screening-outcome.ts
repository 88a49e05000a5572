import { v7 as uuidv7 } from 'uuid';
import type { BirthDateMatching, ScreeningSubject } from '#rules/screening/screening-records.ts';
import { subjectFingerprint } from '#rules/screening/screening-subject.ts';
import { type FoundMatch, type MatchAction, matchAction } from '#rules/screening-matches/match-carry-over.ts';
import type { MonitoringCheck } from '#rules/worklists/worklist-settings.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { ScreeningsTable } from '../../kernel/database/tables/monitoring-tables.ts';
import type { ListInUse, ScreeningHit, ScreeningResponse } from '../../records/screening-engine/engine.ts';
import { knownMatches } from './match-store.ts';

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

/** A hit as it is compared with known matches. */
export interface Found extends FoundMatch {
  hit: ScreeningHit;
}

/** A subject that was screened, and what follows for each of its hits. */
export interface Outcome {
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

/** Hits of a response; none if it is missing or an error. */
export const getHits = (response: ScreeningResponse | undefined) =>
  response?.status === 'screened' ? response.hits : [];

/** Outcome for each subject, compared with its known matches. */
export async function getOutcomes(
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
