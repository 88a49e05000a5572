import type { ClientEvent } from '#contract/clients/client-record.ts';
import { auditFieldLabel, recordActionLabel } from '#rules/audit/audit-labels.ts';
import { currentEventName } from '#rules/audit/event-names.ts';
import { currentFieldName } from '#rules/audit/field-names.ts';
import { formatInstant } from './format-instant.server.ts';
import type { HistoryEntry } from './record-history.tsx';

/** Labels of the events of one kind of record, where they differ from those of the audit log. */
export interface HistoryLabels {
  /** By current name of the action: "Updated details". */
  actions: Record<string, string>;
  /** By current name of the field. */
  labels: Record<string, string>;
  /** Formats a field's value; blank for none. */
  value: (field: string, value: string | null) => string;
}

/** `individual.dateOfBirth` is looked up by its last part. */
const lastPart = (field: string) => field.slice(field.lastIndexOf('.') + 1);

/** One change of a field, formatted. */
export function formatChange(
  { field, before, after }: ClientEvent['changes'][number],
  { labels, value }: Pick<HistoryLabels, 'labels' | 'value'>,
): HistoryEntry['changes'][number] {
  const name = currentFieldName(lastPart(field));
  return {
    label: labels[name] ?? auditFieldLabel(name),
    before: value(name, before),
    after: value(name, after),
  };
}

/** A record's events, formatted. @param timeZone of the company */
export function formatEvents(
  events: readonly ClientEvent[],
  words: HistoryLabels,
  timeZone: string,
): HistoryEntry[] {
  return events.map(({ seq, at, actorName, action, changes }) => ({
    seq,
    at: formatInstant(at, timeZone),
    who: actorName,
    what: words.actions[currentEventName(action)] ?? recordActionLabel(action),
    changes: changes.map((change) => formatChange(change, words)),
  }));
}
