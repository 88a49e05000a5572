import { searchTerms } from '#rules/name-normalisation.ts';
import { comparableBusinessName } from './register-mismatches.ts';

/** What a register says of a business that matters for knowing it. Source: domain 11.6. */
export interface RegisterFacts {
  name: string;
  status: string;
  /** As the register words it. */
  statusText: string;
  /** One line; null if the register has none. */
  registeredAddress: string | null;
  /** Names; null where the register does not list them. */
  directors: readonly string[] | null;
}

/** Change of one fact in the register. */
export interface RegisterChange {
  field: 'status' | 'name' | 'directors' | 'registeredAddress';
  /** A sentence's part for people: "Status was Registered and is Removed". */
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

/** A business that is struck off, wound up or in the hands of others may not be dealt with as before. */
const goodStanding = 'registered';

/**
 * Changes between two extracts of one business. Differences of spelling, case or legal form's writing do not count, nor
 * facts that one extract leaves out.
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
