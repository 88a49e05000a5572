import { type CalendarDate, formatDate } from '#rules/calendar-dates.ts';
import type { CddLevel, CddStatus, SanctionsStatus } from '#rules/client-types.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import { cite, type Jurisdiction } from '#rules/provisions.ts';
import { type RetentionPolicy, retainUntil } from '#rules/retention.ts';
import { isProhibition } from '#rules/rule-packs/blockers.ts';

/** A party of a client who has to be verified, or need not be. `id`: of the party's own client record. */
export type PartyFacts = { id: string; name: string; mustVerify: boolean; verified: boolean };

export type ActivationFacts = {
  cddStatus: CddStatus;
  /** Last day of an approved exception. */
  exceptionEndsOn?: CalendarDate | null;
  cddLevel: CddLevel;
  /** False where the law does not ask for initial due diligence at all (AU s36); then nobody has to be verified first. */
  initialCddRequired: boolean;
  preCommencement: boolean;
  hasApprovedAssessment: boolean;
  undecidedMatches: number;
  sanctionsStatus: SanctionsStatus;
  parties: readonly PartyFacts[];
  /** What the rule packs put in the way, as `ruleBlockers` of rule-packs/blockers.ts finds it. */
  ruleBlockers: readonly Blocker[];
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
  /** Today where the company is. */
  on: CalendarDate;
};

/**
 * Whether due diligence on someone is done on a day: verified, or an exception approved that has not ended. An exception without
 * an end does not count, because one may not be approved without. Source: domain 3, CddStatus.
 */
export function isDiligenceDone(
  { cddStatus, exceptionEndsOn }: { cddStatus: CddStatus; exceptionEndsOn?: CalendarDate | null },
  on: CalendarDate,
): boolean {
  if (cddStatus === 'verified') return true;
  return cddStatus === 'exceptionApproved' && !!exceptionEndsOn && exceptionEndsOn >= on;
}

function diligenceBlockers(facts: ActivationFacts): Blocker[] {
  if (!facts.initialCddRequired || isDiligenceDone(facts, facts.on)) return [];
  const ended = facts.cddStatus === 'exceptionApproved';
  return [
    {
      code: ended ? 'client.exceptionEnded' : 'client.cddNotDone',
      text: ended
        ? `The exception from due diligence ended${facts.exceptionEndsOn ? ` on ${formatDate(facts.exceptionEndsOn)}` : ''}. Finish due diligence, or have a new exception approved.`
        : 'Due diligence is not finished. Finish it, or have an exception approved.',
      ...cite(facts.jurisdictions, { NZL: 'NZ s11', AUS: 'AU s28' }),
      fix: { target: 'client.diligence' },
    },
  ];
}

function partyBlockers(facts: ActivationFacts): Blocker[] {
  if (!facts.initialCddRequired) return [];
  return facts.parties
    .filter(({ mustVerify, verified }) => mustVerify && !verified)
    .map(({ id, name }) => ({
      code: 'client.partyNotVerified',
      text: `${name} has to be verified first.`,
      ...cite(facts.jurisdictions, { NZL: 'NZ s11', AUS: 'AU s28' }),
      fix: { target: 'client.verifications', id },
    }));
}

/**
 * Everything that keeps a client from becoming active. A confirmed sanctions match blocks wherever the company is regulated: both
 * countries' sanctions laws forbid dealing with the person. Source: domain 3, ClientStatus.
 */
export function activationBlockers(facts: ActivationFacts): Blocker[] {
  const blockers = diligenceBlockers(facts);
  if (!facts.hasApprovedAssessment && facts.cddLevel !== 'simplified' && !facts.preCommencement) {
    blockers.push({
      code: 'client.assessmentNotApproved',
      text: 'There is no approved risk assessment. Assess the client’s risk and have it approved.',
      ...cite(facts.jurisdictions, { NZL: 'NZ reg 12AC', AUS: 'AU s28' }),
      fix: { target: 'client.assessments' },
    });
  }
  if (facts.undecidedMatches > 0) {
    blockers.push({
      code: 'client.matchesUndecided',
      text:
        facts.undecidedMatches === 1
          ? 'A screening match waits for a decision. Decide it first.'
          : `${facts.undecidedMatches} screening matches wait for a decision. Decide them first.`,
      ...cite(facts.jurisdictions, { NZL: 'NZ s26', AUS: 'AU s28(2)(e)' }),
      fix: { target: 'client.screening' },
    });
  }
  if (facts.sanctionsStatus === 'confirmed' && !facts.ruleBlockers.some(isProhibition)) {
    blockers.push({
      code: 'client.sanctioned',
      text: 'A sanctions match is confirmed. Do not deal with this client; tell your compliance officer.',
      fix: { target: 'client.screening' },
    });
  }
  return [...blockers, ...facts.ruleBlockers, ...partyBlockers(facts)];
}

export type ExitFacts = {
  /** Null until the person has entered it. */
  endedOn: CalendarDate | null;
  relationshipStartedOn?: CalendarDate | null;
  on: CalendarDate;
};

/** Everything that keeps a relationship from being recorded as ended. Source: domain 3, "exited sets relationshipEndedOn". */
export function exitBlockers({ endedOn, relationshipStartedOn, on }: ExitFacts): Blocker[] {
  const blocker = (code: string, text: string): Blocker[] => [{ code, text, fix: { target: 'client.end' } }];
  if (endedOn === null) {
    return blocker('client.endMissing', 'Enter the day on which the relationship ended.');
  }
  if (endedOn > on) {
    return blocker(
      'client.endInFuture',
      'The relationship cannot end in the future. Enter today or earlier.',
    );
  }
  if (relationshipStartedOn && endedOn < relationshipStartedOn) {
    return blocker(
      'client.endBeforeStart',
      `The relationship started on ${formatDate(relationshipStartedOn)}. Enter that day or a later one.`,
    );
  }
  return [];
}

/**
 * What ending a relationship changes besides the status: the day, the enrolments to end, and until when the record is kept (the
 * longer of the laws that want it, from that day on). Source: domain 3, ClientStatus; domain 6.
 */
export function exitEffects({
  endedOn,
  enrolments,
  jurisdictions,
  policy,
}: {
  endedOn: CalendarDate;
  enrolments: readonly { id: string; status: 'active' | 'paused' | 'ended' }[];
  /** The laws that want this client's record. */
  jurisdictions: readonly Jurisdiction[];
  policy?: RetentionPolicy;
}): { relationshipEndedOn: CalendarDate; endEnrolmentIds: string[]; retainUntil: CalendarDate | undefined } {
  return {
    relationshipEndedOn: endedOn,
    endEnrolmentIds: enrolments.filter(({ status }) => status !== 'ended').map(({ id }) => id),
    retainUntil: retainUntil([{ kind: 'identity', startOn: endedOn, jurisdictions }], policy),
  };
}
