import type { ClientStatus, RiskLevel } from '#rules/client-types.ts';
import { clientStatusLabels, riskLevelLabels } from '#rules/client-types.ts';
import { clientStatusMarks, overdueMark, riskLevelMarks } from '../../components/mark.tsx';

/** A client of the list, in the words that its cells show. */
export interface ClientLine {
  id: string;
  name: string;
  type: string;
  status: ClientStatus;
  risk: RiskLevel | '';
  cdd: string;
  pep: string;
  review: string;
  overdue: 'overdue' | '';
  responsible: string;
  /** What the checkbox of a list from which clients are selected posts; empty on any other list. */
  tick: string;
}

/** The order in which a line's words stand in the text that the page is sent. */
export const lineFields = [
  'id',
  'name',
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

/** Reads what `writeLines` wrote. */
export function readLines(text: string): ClientLine[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const words = line.split('\t');
    const read: Record<string, string | undefined> = {};
    for (const [at, field] of lineFields.entries()) read[field] = words[at];
    return read as unknown as ClientLine;
  });
}

/** One client of the list; plain cells, because a page has 50 of them. What all cells of a column have in common is in `.clients-table`. */
export function ClientRow({
  line,
  discovers,
}: {
  line: ClientLine;
  /** Has the browser fetch the route of a client beforehand; once for all rows, whose route is the same. */
  discovers: boolean;
}) {
  const link = (
    <a href={`/clients/${line.id}`} data-discover={discovers || undefined}>
      {line.name}
    </a>
  );
  return (
    <tr>
      <td>
        {line.tick === '' ? (
          link
        ) : (
          <div className="flex items-center gap-2">
            <input
              type="checkbox"
              name="client"
              value={line.tick}
              aria-label={`Select ${line.name}`}
              className="shrink-0"
            />
            {link}
          </div>
        )}
      </td>
      <td>{line.type}</td>
      <td {...clientStatusMarks[line.status]}>{clientStatusLabels[line.status]}</td>
      <td {...(line.risk ? riskLevelMarks[line.risk] : {})}>{line.risk ? riskLevelLabels[line.risk] : ''}</td>
      <td>{line.cdd}</td>
      <td>{line.pep}</td>
      <td {...(line.overdue ? overdueMark : {})}>{line.review}</td>
      <td>{line.responsible}</td>
    </tr>
  );
}
