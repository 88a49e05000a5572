import type { ClientEvent } from '#contract/clients.ts';
import { instantText } from '../routes/clients/instant-text.server.ts';
import type { HistoryEntry } from './record-history.tsx';

/** How one kind of record says its events. */
export interface HistoryWords {
  /** By name of an action: "Changed the details". */
  actions: Record<string, string>;
  /** By name of a field. */
  labels: Record<string, string>;
  /** A value of a field as people read it; blank for none. */
  value: (field: string, value: string | null) => string;
}

/** `individual.dateOfBirth` is known by its last part. */
const lastPart = (field: string) => field.slice(field.lastIndexOf('.') + 1);

/** One change of a field in the words of its record. */
export function changeInWords(
  { field, before, after }: ClientEvent['changes'][number],
  { labels, value }: Pick<HistoryWords, 'labels' | 'value'>,
): HistoryEntry['changes'][number] {
  const name = lastPart(field);
  return { label: labels[name] ?? name, before: value(name, before), after: value(name, after) };
}

/** A record's events as its page shows them. @param timeZone of the company */
export function eventsInWords(
  events: readonly ClientEvent[],
  words: HistoryWords,
  timeZone: string,
): HistoryEntry[] {
  return events.map(({ seq, at, actorName, action, changes }) => ({
    seq,
    at: instantText(at, timeZone),
    who: actorName,
    what: words.actions[action] ?? action,
    changes: changes.map((change) => changeInWords(change, words)),
  }));
}
