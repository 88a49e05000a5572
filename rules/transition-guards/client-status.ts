import { isProhibition } from '#rules/alerts/prohibitions.ts';
import { assessmentFix, type Blocker } from '#rules/alerts/resolution-targets.ts';
import {
  isSanctionsItem,
  partyItemCode,
  ratingItemCode,
  sanctionsItemCode,
} from '#rules/cdd-rule-packs/item-codes.ts';
import type { CddLevel, CddStatus, SanctionsStatus } from '#rules/clients/client-types.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { cite, type Jurisdiction } from '#rules/legal-provisions.ts';
import { type RetentionPolicy, retainUntil } from '#rules/retention/retention.ts';
import { type SanctionWithPermits, sanctionsBlockers } from './sanctions.ts';

/** A party of a client, and whether verification is required. `id`: of the party's own client record. */
type PartyFacts = { id: string; name: string; mustVerify: boolean; verified: boolean };

/** Evidence for all CDD requirements of a client. */
export type EvidenceFacts = {
  cddLevel: CddLevel;
  /** False where initial CDD is not required (AU s36); related parties then need no verification first. */
  initialCddRequired: boolean;
  /** Derived from the rules that apply, not from the client's mark. AU s36, NZ s14(1)(c). */
  isPreCommencement: boolean;
  hasApprovedAssessment: boolean;
  /** The assessment awaiting approval, if none is approved. */
  submittedAssessmentId: string | null;
  undecidedMatches: number;
  sanctionsStatus: SanctionsStatus;
  /** The client's own id, and confirmed sanctions matches of it and its related parties. */
  clientId: string;
  sanctions: readonly SanctionWithPermits[];
  parties: readonly PartyFacts[];
  /** Unmet rule pack items, from `missingBlockers` of rule-packs/blockers.ts. */
  missing: readonly Blocker[];
  /** Blockers of the rule packs, as returned by `ruleBlockers` of cdd-rule-packs/blockers.ts. */
  ruleBlockers: readonly Blocker[];
  /** Today in the company's time zone: a permit lifts a prohibition only on its days. */
  on?: CalendarDate;
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
  /** Those of them whose duties of CDD have not ended for it; all of them if absent. */
  laws?: readonly Jurisdiction[];
};

export type ActivationFacts = EvidenceFacts & {
  cddStatus: CddStatus;
  /** Last day of an approved exception. */
  exceptionEndsOn?: CalendarDate | null;
  /** Today in the company's time zone. */
  on: CalendarDate;
};

/**
 * Whether CDD on a client is complete on a day: verified, or under an approved exception that has not ended. An exception
 * without an end does not count, because it cannot be approved.
 */
export function isDiligenceDone(
  { cddStatus, exceptionEndsOn }: { cddStatus: CddStatus; exceptionEndsOn?: CalendarDate | null },
  on: CalendarDate,
): boolean {
  if (cddStatus === 'verified') return true;
  return cddStatus === 'exceptionApproved' && !!exceptionEndsOn && exceptionEndsOn >= on;
}

const unfinishedCodes = { notDone: 'client.cddNotDone', exceptionEnded: 'client.exceptionEnded' } as const;

/** Whether a blocker states that CDD itself is incomplete, rather than a specific requirement. */
export function isDiligenceUnfinished({ code }: Pick<Blocker, 'code'>): boolean {
  return Object.values<string>(unfinishedCodes).includes(code);
}

function diligenceBlockers(facts: ActivationFacts): Blocker[] {
  if (!facts.initialCddRequired || isDiligenceDone(facts, facts.on)) return [];
  const ended = facts.cddStatus === 'exceptionApproved';
  return [
    {
      code: ended ? unfinishedCodes.exceptionEnded : unfinishedCodes.notDone,
      text: ended
        ? `The CDD exception ended${facts.exceptionEndsOn ? ` on ${formatDate(facts.exceptionEndsOn)}` : ''}. Complete CDD, or have a new exception approved.`
        : 'CDD is not complete. Complete it, or have an exception approved.',
      ...cite(facts.laws ?? facts.jurisdictions, { NZL: 'NZ s11', AUS: 'AU s28' }),
      fix: { target: 'client.diligence' },
    },
  ];
}

/** Rule pack items, without those that a more specific blocker covers. */
function missingItems({ missing, sanctionsStatus, undecidedMatches }: EvidenceFacts): Blocker[] {
  const isSaidByMatches = sanctionsStatus === 'potential' && undecidedMatches > 0;
  return missing.filter(({ code }) => !(isSaidByMatches && code === sanctionsItemCode));
}

/** People who must be verified, except those already named by an item. */
function partyBlockers(facts: EvidenceFacts): Blocker[] {
  if (!facts.initialCddRequired) return [];
  const named = facts.missing.flatMap(({ code, fix }) => (code === partyItemCode ? (fix.id ?? []) : []));
  return facts.parties
    .filter(({ id, mustVerify, verified }) => mustVerify && !verified && !named.includes(id))
    .map(({ id, name }) => ({
      code: 'client.partyNotVerified',
      text: `${name} must be verified first.`,
      ...cite(facts.laws ?? facts.jurisdictions, { NZL: 'NZ s11', AUS: 'AU s28' }),
      fix: { target: 'client.verifications', id },
    }));
}

/**
 * Outstanding CDD requirements before a client can be submitted for review or marked as verified: each unmet item of the rule packs,
 * parties to be verified, undecided matches, the assessment and the approvals. Independent of statuses. A confirmed sanctions match blocks
 * if its list is law for the company. NZ s37, AU s28.
 */
export function evidenceBlockers(facts: EvidenceFacts): Blocker[] {
  const blockers = missingItems(facts);
  const isRatingMissing = blockers.some(({ code }) => code === ratingItemCode);
  if (
    !facts.hasApprovedAssessment &&
    !isRatingMissing &&
    facts.cddLevel !== 'simplified' &&
    !facts.isPreCommencement
  ) {
    blockers.push({
      code: 'client.assessmentNotApproved',
      text:
        facts.submittedAssessmentId === null
          ? 'There is no approved risk assessment. Assess the client’s risk and have it approved.'
          : 'The client’s risk assessment is awaiting approval.',
      ...cite(facts.laws ?? facts.jurisdictions, { NZL: 'NZ reg 12AC', AUS: 'AU s28' }),
      fix: assessmentFix('client', facts.submittedAssessmentId),
    });
  }
  if (facts.undecidedMatches > 0) {
    blockers.push({
      code: 'client.matchesUndecided',
      text:
        facts.undecidedMatches === 1
          ? 'A screening match is undecided. Decide it first.'
          : `${facts.undecidedMatches} screening matches are undecided. Decide them first.`,
      ...cite(facts.laws ?? facts.jurisdictions, { NZL: 'NZ s26', AUS: 'AU s28(2)(e)' }),
      fix: { target: 'client.screening' },
    });
  }
  return [
    // Prohibitions precede missing items.
    ...sanctionsBlockers(
      facts.sanctions,
      facts.jurisdictions,
      facts,
      facts.on === undefined ? undefined : { act: 'takeOn', on: facts.on },
    ),
    ...blockers,
    ...facts.ruleBlockers,
    ...partyBlockers(facts),
  ];
}

/**
 * Blockers of activating a client: incomplete CDD and its requirements. A current exception replaces the rule pack items,
 * but never sanctions screening, which no CDD exception can waive.
 */
export function activationBlockers(facts: ActivationFacts): Blocker[] {
  const isExcepted = facts.cddStatus === 'exceptionApproved' && isDiligenceDone(facts, facts.on);
  const missing = isExcepted ? facts.missing.filter(({ code }) => isSanctionsItem(code)) : facts.missing;
  const evidence = evidenceBlockers({ ...facts, missing });
  return [
    ...evidence.filter(isProhibition),
    ...diligenceBlockers(facts),
    ...evidence.filter((blocker) => !isProhibition(blocker)),
  ];
}

export type ExitFacts = {
  /** Null until the person has entered it. */
  endedOn: CalendarDate | null;
  relationshipStartedOn?: CalendarDate | null;
  on: CalendarDate;
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
};

/** Blockers of ending a relationship, from whose end its records are retained. NZ s50, AU s111. */
export function exitBlockers({ endedOn, relationshipStartedOn, on, jurisdictions }: ExitFacts): Blocker[] {
  const provisions = cite(jurisdictions, { NZL: 'NZ s50', AUS: 'AU s111' });
  const blocker = (code: string, text: string): Blocker[] => [
    { code, text, ...provisions, fix: { target: 'client.end' } },
  ];
  if (endedOn === null) {
    return blocker('client.endMissing', 'Enter the relationship end date.');
  }
  if (endedOn > on) {
    return blocker('client.endInFuture', 'Relationship end date must be today or earlier.');
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
 * Changes made by ending a relationship besides the status: the end date, the enrolments to end, and the retention date
 * (the longer of the laws that apply, from that day).
 */
export function exitEffects({
  endedOn,
  enrolments,
  jurisdictions,
  policy,
}: {
  endedOn: CalendarDate;
  enrolments: readonly { id: string; status: 'active' | 'paused' | 'ended' }[];
  /** The laws that require this client's record to be retained. */
  jurisdictions: readonly Jurisdiction[];
  policy?: RetentionPolicy;
}): { relationshipEndedOn: CalendarDate; endEnrolmentIds: string[]; retainUntil: CalendarDate | undefined } {
  return {
    relationshipEndedOn: endedOn,
    endEnrolmentIds: enrolments.filter(({ status }) => status !== 'ended').map(({ id }) => id),
    retainUntil: retainUntil([{ kind: 'identity', startOn: endedOn, jurisdictions }], policy),
  };
}
