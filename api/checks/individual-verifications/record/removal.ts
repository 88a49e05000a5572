import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { getIdentityDocumentRetentionReason, type RetainedClient } from '#rules/documents/removal.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { invalid } from '../../../kernel/http/api-error.ts';
import type { DocumentRow } from './store.ts';

interface RemovalFacts {
  clients: readonly RetainedClient[];
  on: CalendarDate;
  regulatedIn: readonly Jurisdiction[];
}

/** Why an identity document cannot be taken out; null if it can. A decision has deleted the number of what it rested on. */
export function getDocumentRetentionReason(
  { sealed }: Pick<DocumentRow, 'sealed'>,
  { clients, on, regulatedIn }: RemovalFacts,
): string | null {
  return getIdentityDocumentRetentionReason({ clients, isDecidedOn: sealed === null, on, regulatedIn });
}

/** Refuses with 422 to take an identity document out that must be retained. */
export function requireRemovable(document: Pick<DocumentRow, 'sealed'>, facts: RemovalFacts): void {
  const retainedBecause = getDocumentRetentionReason(document, facts);
  if (retainedBecause !== null) throw invalid(retainedBecause);
}
