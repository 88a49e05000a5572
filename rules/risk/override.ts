import {
  addMonths,
  type CalendarDate,
  compareDates,
  formatDate,
  isCalendarDate,
} from '#rules/calendar-dates.ts';
import { type RiskLevel, riskLevelLabels } from '#rules/client-types.ts';
import { characterCount, cleanText, problemWithText } from '#rules/text-safety.ts';
import { compareLevels, higherLevel } from './levels.ts';

export const overrideReasonCodes = [
  'controlsInPlace',
  'furtherInformation',
  'knownRelationship',
  'riskNotCovered',
  'other',
] as const;

export type OverrideReasonCode = (typeof overrideReasonCodes)[number];

export const overrideReasonLabels: Record<OverrideReasonCode, string> = {
  controlsInPlace: 'Controls in place reduce the risk',
  furtherInformation: 'Further information explains an answer',
  knownRelationship: 'Long relationship without concern',
  riskNotCovered: 'A risk that the questions do not cover',
  other: 'Another reason',
};

/** A person's level in place of the computed one. `computedAtOverride`: what was computed when it was set. Source: domain 2. */
export type Override = {
  level: RiskLevel;
  reasonCode: OverrideReasonCode;
  reason: string;
  expiresOn: CalendarDate;
  computedAtOverride: RiskLevel;
};

/** An override as somebody asks for it, before anything is known to be right. */
export type OverrideRequest = { level: string; reasonCode: string; reason: string; expiresOn: string };

export type OverrideCircumstances = {
  computedLevel: RiskLevel;
  floors: readonly { level: RiskLevel }[];
  prohibited: boolean;
  today: CalendarDate;
  /** The company's policy: the longest that an override may last, in months. */
  maxMonths: number;
  /** Whether the person who overrides is a compliance officer. */
  isComplianceOfficer: boolean;
};

export type OverrideProblem = {
  path: 'level' | 'reasonCode' | 'reason' | 'expiresOn';
  code: string;
  message: string;
};

/** Shortest and longest reason, in characters as people count them. Source: domain 2 (20 or more). */
export const overrideReasonLength = { shortest: 20, longest: 2000 } as const;

function isLevel(level: string): level is RiskLevel {
  return Object.hasOwn(riskLevelLabels, level);
}

function levelProblem(level: string, circumstances: OverrideCircumstances): OverrideProblem | undefined {
  const { computedLevel, floors, isComplianceOfficer } = circumstances;
  const refuse = (code: string, message: string): OverrideProblem => ({ path: 'level', code, message });
  if (!isLevel(level)) return refuse('override.level', 'Choose low, medium or high.');
  if (level === computedLevel) {
    return refuse(
      'override.sameLevel',
      `The computed level is ${level} already. Choose another, or leave it.`,
    );
  }
  const floor = floors.reduce<RiskLevel | undefined>((best, one) => higherLevel(best, one.level), undefined);
  if (floor !== undefined && compareLevels(level, floor) < 0 && !isComplianceOfficer) {
    return refuse(
      'override.belowFloor',
      `An answer sets the level to ${floor} at least. Only a compliance officer can go below that: ask one, or choose a higher level.`,
    );
  }
  return undefined;
}

function reasonProblem(reason: string): OverrideProblem | undefined {
  const { shortest, longest } = overrideReasonLength;
  const wrong = problemWithText(cleanText(reason), { maxLength: longest, multiline: true });
  if (wrong !== undefined) return { path: 'reason', code: 'override.reason', message: `${wrong}.` };
  // Spaces do not make a reason longer.
  if (characterCount(cleanText(reason).replace(/\s+/g, ' ')) >= shortest) return undefined;
  const message = `Say why in at least ${shortest} characters, so that somebody who reads it in five years understands.`;
  return { path: 'reason', code: 'override.reasonTooShort', message };
}

function expiryProblem(
  expiresOn: string,
  { today, maxMonths }: OverrideCircumstances,
): OverrideProblem | undefined {
  const refuse = (code: string, message: string): OverrideProblem => ({ path: 'expiresOn', code, message });
  if (!isCalendarDate(expiresOn)) {
    return refuse('override.expiry', 'Enter the day on which this override ends, such as 21 Nov 2026.');
  }
  const latest = addMonths(today, maxMonths);
  if (compareDates(expiresOn, today) <= 0) {
    return refuse('override.expiryPast', `Enter a day after today, at the latest ${formatDate(latest)}.`);
  }
  if (compareDates(expiresOn, latest) > 0) {
    return refuse(
      'override.expiryTooLate',
      `An override lasts ${maxMonths} months at most: enter ${formatDate(latest)} or earlier.`,
    );
  }
  return undefined;
}

/**
 * Everything that keeps an override from being set, beside its fields; empty when it may be. Whether the person may override at all
 * is `mayAct(…, 'assessments.override', …)`. Source: domain 2 (override), 4 (Floor).
 */
export function overrideProblems(
  request: OverrideRequest,
  circumstances: OverrideCircumstances,
): OverrideProblem[] {
  if (circumstances.prohibited) {
    const message =
      'An answer prohibits going on, and no override lifts that. Correct the answer, or decline.';
    return [{ path: 'level', code: 'override.prohibited', message }];
  }
  const reasonCode: OverrideProblem | undefined = Object.hasOwn(overrideReasonLabels, request.reasonCode)
    ? undefined
    : { path: 'reasonCode', code: 'override.reasonCode', message: 'Choose what kind of reason it is.' };
  return [
    levelProblem(request.level, circumstances),
    reasonCode,
    reasonProblem(request.reason),
    expiryProblem(request.expiresOn, circumstances),
  ].filter((problem) => problem !== undefined);
}

/**
 * How an override stands. `lapsed`: the computed level has risen above what it was when the override was set and above the override
 * itself. `expired`: its last day has passed. `riskRose`: an alert is due, whether or not it lapses.
 */
export type OverrideStanding = {
  state: 'stands' | 'expired' | 'lapsed';
  riskRose: boolean;
  finalLevel: RiskLevel;
};

/**
 * The final level on a day under an override, given the level computed now. An override holds through its last day. It lapses when
 * the computed level rises, so that it never hides a rise; one that had raised the level stays while it is still the higher of the
 * two, because to let it lapse would lower the level on bad news (decided). Source: domain 4, Floor; 11.3.
 */
export function standingOf(
  override: Override,
  computedLevel: RiskLevel,
  today: CalendarDate,
): OverrideStanding {
  const riskRose = compareLevels(computedLevel, override.computedAtOverride) > 0;
  if (compareDates(today, override.expiresOn) > 0)
    return { state: 'expired', riskRose, finalLevel: computedLevel };
  if (riskRose && compareLevels(override.level, computedLevel) < 0) {
    return { state: 'lapsed', riskRose, finalLevel: computedLevel };
  }
  return { state: 'stands', riskRose, finalLevel: override.level };
}
