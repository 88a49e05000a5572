import { Link } from '@remix-run/react';
import { reviewUrl } from '#rules/pages/monitoring-pages.ts';
import type { TriggeredReviews } from './client-reviews.server.ts';

/** The client's open triggered reviews; nothing if there are none. */
export function ClientReviews({ reviews }: { reviews: TriggeredReviews }) {
  if (reviews.length === 0) return null;
  return (
    <section className="notice notice-warning mt-4" aria-label="Reviews">
      <ul className="grid gap-2">
        {reviews.map(({ id, label, cause, status, due }) => (
          <li key={id}>
            <Link to={reviewUrl(id)} className="font-semibold">
              Review: {label}
            </Link>
            . {cause}{' '}
            <span className="hint">
              {status}, due {due}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
