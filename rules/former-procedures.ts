import { type CalendarDate, formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { australianReform, getTranche, type TrancheFacts } from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';

/** A class of customers for which a company's policies retain its former customer identification procedure, to a last day. */
export type FormerProcedure = { name: string; lastDay: CalendarDate };

/** Days between which a class can end: the provision is in force on both. AU Transitional Rules 7, 8. */
export const formerProcedureSpan = { firstDay: '2026-07-01', lastDay: '2029-03-30' } as const;

/** Limits of the list. */
export const formerProcedureLimits = { classes: 20, name: 100 } as const;

const separator = ';';

/** The list as a person edits it: a class a line, with its last day. */
export const formatFormerProcedures = (procedures: readonly FormerProcedure[]): string =>
  procedures.map(({ name, lastDay }) => `${name}${separator} ${lastDay}`).join('\n');

/** The lines of such a text, each with what stands for name and day; blank lines are dropped. */
export function splitFormerProcedures(text: string): { name: string; lastDay: string }[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.lastIndexOf(separator);
      return at < 0
        ? { name: line.trim(), lastDay: '' }
        : { name: line.slice(0, at).trim(), lastDay: line.slice(at + 1).trim() };
    });
}

/** How names are compared: without regard to case and spaces at the ends. */
const toKey = (name: string) => name.normalize('NFKC').trim().toLowerCase();

/** The class of a name in the list; undefined if it is not on it. */
export const findFormerProcedure = (
  procedures: readonly FormerProcedure[],
  name: string,
): FormerProcedure | undefined => procedures.find((procedure) => toKey(procedure.name) === toKey(name));

/** What is wrong with a list as entered; null if nothing is. AU Transitional Rules 7, 8. */
export function formerProceduresProblem(
  procedures: readonly { name: string; lastDay: string }[],
): string | null {
  const { firstDay, lastDay: latest } = formerProcedureSpan;
  if (procedures.length > formerProcedureLimits.classes) {
    return `Enter up to ${formerProcedureLimits.classes} classes`;
  }
  for (const { name, lastDay } of procedures) {
    if (name.trim() === '') return 'Enter a name before each day';
    if (name.length > formerProcedureLimits.name) {
      return `Enter names of up to ${formerProcedureLimits.name} characters`;
    }
    if (!isCalendarDate(lastDay) || lastDay < firstDay || lastDay > latest) {
      return `Enter “${name}” with a last day from ${firstDay} to ${latest}, such as: ${name}${separator} ${latest}`;
    }
  }
  const keys = procedures.map(({ name }) => toKey(name));
  return new Set(keys).size === keys.length ? null : 'Enter each class once';
}

/** Why a company cannot have such classes; null if it can. Only businesses that the former law covered had procedures. AU Transitional Rules 7, 8. */
export function formerProceduresExcluded(
  company: TrancheFacts & { regulatedIn: readonly Jurisdiction[] },
): string | null {
  if (!company.regulatedIn.includes('AUS')) {
    return 'Only Australian law allows this, and your company is not regulated there. Leave this blank';
  }
  return getTranche(company) === 'T1'
    ? null
    : `The former Australian law did not apply to your company before ${formatDate(australianReform.T2)}. Leave this blank`;
}
