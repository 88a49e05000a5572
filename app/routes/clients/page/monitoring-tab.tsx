import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { monitoringUrl, reviewUrl } from '#rules/pages/monitoring-pages.ts';
import { type AlertLine, toAlertLines } from '../../../components/alerts/alert-lines.server.ts';
import { AlertList } from '../../../components/alerts/alert-lines.tsx';
import { Badge, neutralBadge, overdueBadge } from '../../../components/badge.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { formActions, onSubmit } from '../../../components/forms/form-actions.server.ts';
import { Panel } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { type ReviewLines, toReviewLines } from '../panels/client-reviews.server.ts';
import { handleScreeningAction, readScreeningPanel } from '../screening/screening-panel.server.ts';
import { ScreeningPanel } from '../screening/screening-panel.tsx';
import { clientTab } from './client-page.server.ts';

export { ErrorInLayout as ErrorBoundary };

export const loader = asMember(
  clientTab('monitoring', async (args, page) => {
    const [screening, { diligence, content }, { company }] = await Promise.all([
      readScreeningPanel(
        args,
        page.then((found) => found.content.monitoring),
      ),
      page,
      args.me(),
    ]);
    return {
      screening,
      alerts: toAlertLines(content.alerts.items, company.timeZone),
      reviews: toReviewLines(content.reviews.items, diligence.on),
    };
  }),
);

export const action = asMember(
  onSubmit(formActions({ screening: handleScreeningAction }, { field: 'panel' })),
);

/** Screening and monitoring, open alerts and open reviews. */
export default function MonitoringTab() {
  const { screening, alerts, reviews } = useLoaderData<typeof loader>();
  return (
    <>
      <ScreeningPanel panel={screening} result={useActionData<typeof action>()} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <AlertsPanel alerts={alerts} />
        <ReviewsPanel reviews={reviews} />
      </div>
    </>
  );
}

/** The client's open alerts. */
function AlertsPanel({ alerts }: { alerts: readonly AlertLine[] }) {
  return (
    <Panel id="alerts" title="Open alerts">
      {alerts.length === 0 ? (
        <p className="text-ink-soft">
          No open alerts. <Link to="/monitoring">All alerts</Link>
        </p>
      ) : (
        <AlertList alerts={alerts} />
      )}
    </Panel>
  );
}

/** The client's open reviews, soonest due first. */
function ReviewsPanel({ reviews }: { reviews: ReviewLines }) {
  return (
    <Panel id="reviews" title="Open reviews">
      {reviews.length === 0 ? (
        <p className="text-ink-soft">
          No open reviews. <Link to={monitoringUrl('reviews')}>All reviews</Link>
        </p>
      ) : (
        <ul className="grid gap-2">
          {reviews.map(({ id, label, status, due, isOverdue }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <Link to={reviewUrl(id)} className="font-semibold">
                {label}
              </Link>
              <Badge by={neutralBadge}>{status}</Badge>
              {isOverdue ? (
                <Badge by={overdueBadge}>Overdue since {due}</Badge>
              ) : (
                <span className="hint">due {due}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
