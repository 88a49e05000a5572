import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { SanctionsTag as SanctionsTagName } from '#rules/sanctions.ts';

/** A formatted client of the list. */
export interface ClientLine {
  id: string;
  name: string;
  sanctions: SanctionsTagName | '';
  type: string;
  status: string;
  risk: RiskLevel | '';
  cdd: string;
  pep: string;
  review: string;
  overdue: 'overdue' | '';
  responsible: string;
  /** The value of the row’s checkbox in selection mode; empty in any other list. */
  tick: string;
}

/** Order of a line's fields in the text sent to the page. */
export const lineFields = [
  'id',
  'name',
  'sanctions',
  'type',
  'status',
  'risk',
  'cdd',
  'pep',
  'review',
  'overdue',
  'responsible',
  'tick',
] as const satisfies readonly (keyof ClientLine)[];

/** Parses the output of `writeLines`. */
export function parseClientRows(text: string): ClientLine[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const words = line.split('\t');
    const read: Record<string, string | undefined> = {};
    for (const [at, field] of lineFields.entries()) read[field] = words[at];
    return read as unknown as ClientLine;
  });
}
