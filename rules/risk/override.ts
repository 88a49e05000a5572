import { type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import {
  addMonths,
  type CalendarDate,
  compareDates,
  formatDate,
  isCalendarDate,
} from '#rules/dates/calendar-dates.ts';
import { characterCount, cleanText, problemWithText } from '#rules/text-safety.ts';
import { compareLevels, higherLevel } from './levels.ts';
import type { RecordFloor } from './scoring.ts';

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

/** A level set by a person in place of the calculated one. `computedAtOverride`: the calculated level at that time. */
export type Override = {
  level: RiskLevel;
  reasonCode: OverrideReasonCode;
  reason: string;
  expiresOn: CalendarDate;
  computedAtOverride: RiskLevel;
};

/** Requested override, before validation. */
export type OverrideRequest = { level: string; reasonCode: string; reason: string; expiresOn: string };

export type OverrideCircumstances = {
  computedLevel: RiskLevel;
  floors: readonly { level: RiskLevel }[];
  /** Minimum levels that the record sets now, whatever was answered. No level may be lower. */
  recordFloors: readonly RecordFloor[];
  prohibited: boolean;
  today: CalendarDate;
  /** Company policy: the maximum duration of an override, in months. */
  maxMonths: number;
  /** Whether the person who overrides is a compliance officer. */
  isComplianceOfficer: boolean;
};

export type OverrideProblem = {
  path: 'level' | 'reasonCode' | 'reason' | 'expiresOn';
  code: string;
  message: string;
};

/** Length of the reason, in graphemes. */
const overrideReasonLength = { shortest: 20, longest: 2000 } as const;

function isLevel(level: string): level is RiskLevel {
  return Object.hasOwn(riskLevelLabels, level);
}

/** The highest minimum level that a record sets; null without one. */
export function minimumLevel(floors: readonly RecordFloor[]): RecordFloor | null {
  return floors.reduce<RecordFloor | null>(
    (highest, floor) =>
      highest !== null && compareLevels(highest.level, floor.level) >= 0 ? highest : floor,
    null,
  );
}

/** What a minimum level means for an override, beside its field and in its refusal. */
export const minimumText = ({ level, reason }: RecordFloor) =>
  `The level is at least ${riskLevelLabels[level].toLowerCase()}, because ${reason}.`;

function levelProblem(level: string, circumstances: OverrideCircumstances): OverrideProblem | undefined {
  const { computedLevel, floors, recordFloors, isComplianceOfficer } = circumstances;
  const toProblem = (code: string, message: string): OverrideProblem => ({ path: 'level', code, message });
  if (!isLevel(level)) return toProblem('override.level', 'Select low, medium or high.');
  const minimum = minimumLevel(recordFloors);
  if (minimum !== null && compareLevels(level, minimum.level) < 0) {
    return toProblem(
      'override.belowRecordFloor',
      `${minimumText(minimum)} Select that level or a higher one.`,
    );
  }
  if (level === computedLevel) {
    return toProblem(
      'override.sameLevel',
      `The calculated level is already ${level}. Select a different level.`,
    );
  }
  const floor = floors.reduce<RiskLevel | undefined>(
    (best, item) => higherLevel(best, item.level),
    undefined,
  );
  if (floor !== undefined && compareLevels(level, floor) < 0 && !isComplianceOfficer) {
    return toProblem(
      'override.belowFloor',
      `An answer sets the level to ${floor} at least. Only a compliance officer can set a lower level: ask one, or select a higher level.`,
    );
  }
  return undefined;
}

function reasonProblem(reason: string): OverrideProblem | undefined {
  const { shortest, longest } = overrideReasonLength;
  const wrong = problemWithText(cleanText(reason), { maxLength: longest, multiline: true });
  if (wrong !== undefined) return { path: 'reason', code: 'override.reason', message: `${wrong}.` };
  // Spaces do not count towards the minimum.
  if (characterCount(cleanText(reason).replace(/\s+/g, ' ')) >= shortest) return undefined;
  const message = `Enter a reason of at least ${shortest} characters.`;
  return { path: 'reason', code: 'override.reasonTooShort', message };
}

function expiryProblem(
  expiresOn: string,
  { today, maxMonths }: OverrideCircumstances,
): OverrideProblem | undefined {
  const toProblem = (code: string, message: string): OverrideProblem => ({
    path: 'expiresOn',
    code,
    message,
  });
  if (!isCalendarDate(expiresOn)) {
    return toProblem('override.expiry', 'Enter the override expiry date, such as 21 Nov 2026.');
  }
  const latest = addMonths(today, maxMonths);
  if (compareDates(expiresOn, today) <= 0) {
    return toProblem('override.expiryPast', `Enter a day after today, at the latest ${formatDate(latest)}.`);
  }
  if (compareDates(expiresOn, latest) > 0) {
    return toProblem(
      'override.expiryTooLate',
      `An override lasts ${maxMonths} months at most: enter ${formatDate(latest)} or earlier.`,
    );
  }
  return undefined;
}

/**
 * Blockers of an override, apart from field errors; empty if allowed. Permission to override: `can(…,
 * 'assessments.override', …)`.
 */
export function overrideProblems(
  request: OverrideRequest,
  circumstances: OverrideCircumstances,
): OverrideProblem[] {
  if (circumstances.prohibited) {
    const message = 'A prohibited answer cannot be overridden. Correct the answer, or decline.';
    return [{ path: 'level', code: 'override.prohibited', message }];
  }
  const reasonCode: OverrideProblem | undefined = Object.hasOwn(overrideReasonLabels, request.reasonCode)
    ? undefined
    : { path: 'reasonCode', code: 'override.reasonCode', message: 'Select a reason type.' };
  return [
    levelProblem(request.level, circumstances),
    reasonCode,
    reasonProblem(request.reason),
    expiryProblem(request.expiresOn, circumstances),
  ].filter((problem) => problem !== undefined);
}

/**
 * Status of an override. `lapsed`: the calculated level has risen above its value at the time of the override and above the
 * override itself. `expired`: its expiry date has passed. `riskRose`: an alert is due, whether or not it lapses.
 */
export type OverrideStatus = {
  state: 'stands' | 'expired' | 'lapsed';
  riskRose: boolean;
  finalLevel: RiskLevel;
};

/**
 * Final level on a day under an override, for a calculated level. An override applies through its expiry date. It
 * lapses when the calculated level rises, so that it never hides a rise; an override that raised the level stays while
 * it is still higher, because lapsing would lower the level despite a higher risk (decision 009).
 */
export function getStanding(
  override: Override,
  computedLevel: RiskLevel,
  today: CalendarDate,
): OverrideStatus {
  const riskRose = compareLevels(computedLevel, override.computedAtOverride) > 0;
  if (compareDates(today, override.expiresOn) > 0)
    return { state: 'expired', riskRose, finalLevel: computedLevel };
  if (riskRose && compareLevels(override.level, computedLevel) < 0) {
    return { state: 'lapsed', riskRose, finalLevel: computedLevel };
  }
  return { state: 'stands', riskRose, finalLevel: override.level };
}
