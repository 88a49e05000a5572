import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { CddOutcome, ChangedRule, OutcomeChange, RecordedLevel } from './law-changes.ts';

type Reason = Pick<ChangedRule, 'code' | 'jurisdiction' | 'provision' | 'text'>;

const formerProcedureRow: ChangedRule = {
  code: 'au.old.procedures',
  jurisdiction: 'AUS',
  provision: 'AU Transitional Rules 7, 8',
  text: 'The company’s policies no longer have the class whose former procedure was followed, or it has ended.',
  change: 'ends',
};

/** The level on record, with the reasons as they were read then. */
type ReasonedLevel = {
  level: RecordedLevel['level'];
  reasons: readonly (Reason & { jurisdiction: Jurisdiction })[];
};

/**
 * Compares a client's level on record with the one that the rules compute now, after the company changed a country list or its
 * own facts. Null if level and reasons are the same. Listed with it are the requirements outstanding under the new reasons.
 */
export function compareLevels(
  recorded: ReasonedLevel,
  after: CddOutcome & { reasons: readonly Reason[] },
): OutcomeChange | null {
  const lacks = (reasons: readonly Reason[]) => (reason: Reason) =>
    !reasons.some(({ code, jurisdiction }) => code === reason.code && jurisdiction === reason.jurisdiction);
  const ended = recorded.reasons.filter(lacks(after.reasons));
  const begun = after.reasons.filter(lacks(recorded.reasons));
  if (recorded.level === after.level && ended.length + begun.length === 0) return null;
  const toRule =
    (change: ChangedRule['change']) =>
    ({ code, jurisdiction, provision, text }: Reason): ChangedRule => ({
      code,
      jurisdiction,
      provision,
      text,
      change,
    });
  const codes = begun.map(({ code }) => code);
  const { initialCddRequired } = after;
  return {
    before: { level: recorded.level, initialCddRequired, lines: [] },
    after: {
      level: after.level,
      initialCddRequired,
      lines: after.lines.filter(
        (line) => line.state !== 'met' && line.codes.some((code) => codes.includes(code)),
      ),
    },
    rules: [...ended.map(toRule('ends')), ...begun.map(toRule('begins'))],
  };
}

/**
 * A client whose CDD followed a former procedure that no longer counts, after the company changed its list of classes: the requirements that are due again.
 * Null if the procedure counts, or nothing is outstanding. AU Transitional Rules 7, 8.
 */
export function compareFormerProcedure(
  recorded: Pick<ReasonedLevel, 'level'>,
  after: CddOutcome,
): OutcomeChange | null {
  const lines = after.lines.filter(({ state }) => state !== 'met');
  if (after.hits.includes(formerProcedureRow.code) || lines.length === 0) return null;
  const { level, initialCddRequired } = after;
  return {
    before: { level: recorded.level, initialCddRequired, lines: [] },
    after: { level, initialCddRequired, lines },
    rules: [formerProcedureRow],
  };
}
