import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { identityDocumentKeptBecause, type RetainedClient } from '#rules/documents/removal.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { DocumentRow } from './store.ts';

/** Refuses with 422 to take an identity document out that must be retained. A decision has deleted the number of what it rested on. */
export function requireRemovable(
  { sealed }: Pick<DocumentRow, 'sealed'>,
  {
    clients,
    on,
    regulatedIn,
  }: { clients: readonly RetainedClient[]; on: CalendarDate; regulatedIn: readonly Jurisdiction[] },
): void {
  const keptBecause = identityDocumentKeptBecause({ clients, isDecidedOn: sealed === null, on, regulatedIn });
  if (keptBecause !== null) throw invalid(keptBecause);
}
