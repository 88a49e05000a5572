import { Link } from '@remix-run/react';
import type { CappedCount } from '#contract/clients.ts';
import { type ClientStatus, clientStatusLabels } from '#rules/client-types.ts';
import { countText } from '../../components/table.tsx';

/** How many clients there are in each status, each number a way to them. */
export function StatusCounts({
  counts,
  unassigned,
}: {
  counts: { status: ClientStatus; total: CappedCount }[];
  unassigned: CappedCount;
}) {
  const shown = counts.filter(({ total }) => total.count > 0);
  const largest = Math.max(1, ...shown.map(({ total }) => total.count));
  return (
    <section className="panel" aria-labelledby="status-counts">
      <h2 id="status-counts" className="px-3 pt-3 pb-2">
        Clients by status
      </h2>
      <table>
        <caption className="sr-only">Clients by status</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Share</th>
            <th scope="col">Clients</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ status, total }) => (
            <tr key={status}>
              <th scope="row" className="h-9 w-40 font-normal">
                <Link to={`/clients?status=${status}`}>{clientStatusLabels[status]}</Link>
              </th>
              <td className="h-9 px-0">
                <Bar share={total.count / largest} />
              </td>
              <td className="h-9 w-24 text-right">{countText(total)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="h-9 w-40 border-b-0 font-normal">
              <Link to="/clients?responsible=none">Nobody responsible</Link>
            </th>
            <td className="border-b-0" />
            <td className="h-9 w-24 border-b-0 text-right">{countText(unassigned)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** A bar as a picture; the number beside it says the same. Drawn without a style attribute, which the policy forbids. */
function Bar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
      <rect width={Math.max(1, share * 100)} height="8" className="fill-accent" />
    </svg>
  );
}
