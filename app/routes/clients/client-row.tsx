import type { ClientStatus, RiskLevel } from '#rules/client-types.ts';
import { clientStatusLabels, riskLevelLabels } from '#rules/client-types.ts';
import { clientStatusMarks, overdueMark, riskLevelMarks } from '../../components/mark.tsx';

/** A client of the list, in the words that its cells show. */
export interface ClientLine {
  id: string;
  name: string;
  type: string;
  status: ClientStatus;
  risk: RiskLevel | null;
  cdd: string;
  pep: string;
  review: string;
  isOverdue: boolean;
  responsible: string;
  /** What the checkbox of a list from which clients are selected posts. */
  tick?: string;
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
        {line.tick === undefined ? (
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
      <td {...(line.isOverdue ? overdueMark : {})}>{line.review}</td>
      <td>{line.responsible}</td>
    </tr>
  );
}
