import { searchTerms } from '#rules/name-matching/name-normalisation.ts';
import { comparableBusinessName } from './register-mismatches.ts';

/** Facts in a register that are relevant to CDD on a business. */
export interface RegisterFacts {
  name: string;
  status: string;
  /** Status as worded by the register. */
  statusText: string;
  /** One line; null if the register has none. */
  registeredAddress: string | null;
  /** Names; null if the register does not list them. */
  directors: readonly string[] | null;
}

/** Change of one fact in the register. */
export interface RegisterChange {
  field: 'status' | 'name' | 'directors' | 'registeredAddress';
  /** Clause for display: "Status was Registered and is Removed". */
  text: string;
  severity: 'low' | 'medium' | 'high';
}

const getWords = (text: string) => searchTerms(text).join(' ');
const personKey = (name: string) => [...searchTerms(name)].sort().join(' ');

function directorChange(before: readonly string[], now: readonly string[]): RegisterChange | undefined {
  const known = new Set(before.map(personKey));
  const current = new Set(now.map(personKey));
  const added = now.filter((name) => !known.has(personKey(name)));
  const went = before.filter((name) => !current.has(personKey(name)));
  if (added.length + went.length === 0) return undefined;
  const parts = [
    ...(added.length > 0 ? [`new director: ${added.join(', ')}`] : []),
    ...(went.length > 0 ? [`no longer director: ${went.join(', ')}`] : []),
  ];
  return { field: 'directors', text: parts.join('; '), severity: 'medium' };
}

/** Any other status: the business is struck off, in liquidation or under administration. */
const goodStanding = 'registered';

/**
 * Changes between two extracts of a business. Ignores differences of spelling, case and legal-form abbreviation, and facts that
 * one extract omits.
 */
export function registerChanges(before: RegisterFacts, now: RegisterFacts): RegisterChange[] {
  const changes: RegisterChange[] = [];
  if (before.status !== now.status) {
    changes.push({
      field: 'status',
      text: `status was “${before.statusText}” and is “${now.statusText}”`,
      severity: now.status === goodStanding ? 'medium' : 'high',
    });
  }
  if (comparableBusinessName(before.name) !== comparableBusinessName(now.name)) {
    changes.push({
      field: 'name',
      text: `name was “${before.name}” and is “${now.name}”`,
      severity: 'medium',
    });
  }
  const directors = before.directors && now.directors && directorChange(before.directors, now.directors);
  if (directors) changes.push(directors);
  const [was, is] = [before.registeredAddress, now.registeredAddress];
  if (was !== null && is !== null && getWords(was) !== getWords(is)) {
    changes.push({
      field: 'registeredAddress',
      text: `registered office was “${was}” and is “${is}”`,
      severity: 'low',
    });
  }
  return changes;
}
