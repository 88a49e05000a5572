import { Link } from '@remix-run/react';

/** A request that was given in full, ready to read. */
export interface SubmittedRequest {
  id: string;
  href: string;
  clientName: string;
  recipientName: string;
  submitted: string;
}

/** What clients sent in and nobody has looked at yet; nothing where there is nothing. */
export function SubmittedRequests({
  requests,
  total,
}: {
  requests: readonly SubmittedRequest[];
  total: string;
}) {
  if (requests.length === 0) return null;
  return (
    <section className="panel p-4" aria-labelledby="submitted-heading">
      <h2 id="submitted-heading">Documents to look at</h2>
      <p className="hint mt-0.5">Requests that were given in full: {total}, longest waiting first.</p>
      <ul className="mt-3 grid gap-3">
        {requests.map(({ id, href, clientName, recipientName, submitted }) => (
          <li key={id} className="border-t border-line pt-3 first:border-t-0 first:pt-0">
            <Link to={href} className="font-semibold">
              {clientName}
            </Link>{' '}
            <span className="hint">
              {recipientName === clientName ? '' : `from ${recipientName}, `}
              {submitted}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
