import { Link } from '@remix-run/react';
import { AlertList } from '../../../components/alerts/alert-lines.tsx';
import { Badge, neutralBadge, overdueBadge } from '../../../components/badge.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { ReviewLines } from '../panels/client-reviews.server.ts';
import { ScreeningPanel } from '../screening/screening-panel.tsx';
import type { TabData } from './client-page.server.ts';
import type { ClientTabProps } from './tab-props.ts';

/** Screening and monitoring, open alerts and open reviews. */
export default function MonitoringTab({ content, result }: ClientTabProps<'monitoring'>) {
  return (
    <>
      <ScreeningPanel panel={content.screening} result={result?.panel === 'screening' ? result : undefined} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <AlertsPanel alerts={content.alerts} />
        <ReviewsPanel reviews={content.reviews} />
      </div>
    </>
  );
}

/** The client's open alerts. */
function AlertsPanel({ alerts }: { alerts: TabData<'monitoring'>['alerts'] }) {
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
          No open reviews. <Link to="/monitoring?view=reviews">All reviews</Link>
        </p>
      ) : (
        <ul className="grid gap-2">
          {reviews.map(({ id, label, status, due, isOverdue }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <Link to={`/monitoring?review=${id}`} className="font-semibold">
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
