import { Link } from '@remix-run/react';
import type { CappedCount, ClientListItem } from '#contract/clients.ts';
import { clientStatusLabels, clientTypeLabels } from '#rules/client-types.ts';
import { countInWords } from './count-in-words.ts';

const days = new Intl.DateTimeFormat('en-NZ', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A few clients under a heading, and the way to all of them. */
export function ClientShortList({
  title,
  about,
  clients,
  total,
  all,
  empty,
  isNarrow = false,
}: {
  title: string;
  about?: string;
  clients: ClientListItem[];
  total?: CappedCount;
  all: string;
  empty: string;
  isNarrow?: boolean;
}) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="flex items-baseline justify-between gap-3 px-4 pt-3 pb-2">
        <div>
          <h2 id={id}>{title}</h2>
          {about ? <p className="hint mt-0.5">{about}</p> : null}
        </div>
        {clients.length > 0 ? (
          <Link to={all} className="shrink-0 text-sm">
            {total ? `All ${countInWords(total)}` : 'All'}
            <span className="sr-only">: {title}</span>
          </Link>
        ) : null}
      </div>
      {clients.length === 0 ? (
        <p className="px-4 pb-4 text-ink-soft">{empty}</p>
      ) : (
        <table>
          <caption className="sr-only">{title}</caption>
          <thead className={isNarrow ? 'sr-only' : undefined}>
            <tr>
              <th scope="col">Name</th>
              {isNarrow ? null : (
                <th scope="col" className="max-sm:hidden">
                  Type
                </th>
              )}
              {isNarrow ? null : <th scope="col">Status</th>}
              <th scope="col" className="text-right">
                Added
              </th>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>*]:border-b-0">
            {clients.map((client) => (
              <tr key={client.id}>
                <th scope="row" className="font-normal">
                  <Link to={`/clients/${client.id}`} prefetch="intent">
                    {client.displayName}
                  </Link>
                </th>
                {isNarrow ? null : <td className="max-sm:hidden">{clientTypeLabels[client.clientType]}</td>}
                {isNarrow ? null : <td>{clientStatusLabels[client.status]}</td>}
                <td className="text-right whitespace-nowrap text-ink-soft">
                  <time dateTime={client.createdAt}>{days.format(new Date(client.createdAt))}</time>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
