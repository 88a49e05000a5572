import { Link } from '@remix-run/react';
import type { Activity } from '#contract/activities.ts';
import { Panel } from '../panel.tsx';

/** People the law makes customers by the service, besides the activity's customers. Nothing if there are none. */
export function CustomersByLaw({ customers }: { customers: Activity['customersByLaw'] }) {
  if (customers.length === 0) return null;
  return (
    <Panel
      headingId="customers-by-law-heading"
      title="Customers by law"
      about="CDD is needed on each of them."
      className="break-inside-avoid"
    >
      <ul className="grid gap-3">
        {customers.map(({ clientId, name, reason, provision }) => (
          <li key={clientId}>
            <Link to={`/clients/${clientId}`} className="font-semibold">
              {name}
            </Link>
            <p className="text-sm text-ink-soft">
              {reason} ({provision})
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
