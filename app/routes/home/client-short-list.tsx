import { Link } from '@remix-run/react';
import { type ClientStatus, type ClientType, clientTypeLabels } from '#rules/client-types.ts';
import { StatusMark } from '../../components/mark.tsx';

export interface ShortListRow {
  id: string;
  displayName: string;
  clientType: ClientType;
  status: ClientStatus;
  /** The day in words, in the company's time zone. */
  added: string;
}

/** A few clients under a heading, and the way to all of them. */
export function ClientShortList({
  title,
  about,
  clients,
  all,
  empty,
  isNarrow = false,
}: {
  title: string;
  about?: string;
  clients: ShortListRow[];
  /** Where all of them are, and the words that lead there. */
  all: { to: string; label: string };
  empty: string;
  isNarrow?: boolean;
}) {
  // On a phone the state matters more than the day.
  const addedClass = isNarrow ? 'text-right' : 'text-right max-sm:hidden';
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section id={`${id}-list`} className="panel scroll-mt-4" aria-labelledby={id}>
      <div className="flex items-baseline justify-between gap-3 px-3 pt-3 pb-2">
        <div>
          <h2 id={id}>{title}</h2>
          {about ? <p className="hint mt-0.5">{about}</p> : null}
        </div>
        {clients.length > 0 ? (
          <Link to={all.to} className="shrink-0 text-sm">
            {all.label}
          </Link>
        ) : null}
      </div>
      {clients.length === 0 ? (
        <p className="px-3 pb-4 text-ink-soft">{empty}</p>
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
              <th scope="col" className={addedClass}>
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
                {isNarrow ? null : (
                  <td>
                    <StatusMark status={client.status} />
                  </td>
                )}
                <td className={`${addedClass} whitespace-nowrap text-ink-soft`}>{client.added}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
