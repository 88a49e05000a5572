import { Link } from '@remix-run/react';
import { Badge, severityBadges } from '../badge.tsx';
import type { AlertLine } from './alert-lines.server.ts';

function SeverityBadge({ alert: { severity, severityLabel, raised } }: { alert: AlertLine }) {
  return (
    <>
      <Badge by={severityBadges[severity]}>{severityLabel}</Badge>
      {raised ? <span className="hint"> {raised}</span> : null}
    </>
  );
}

/** The open alerts of the record; nothing if there are none. */
export function RecordAlerts({ alerts }: { alerts: readonly AlertLine[] }) {
  if (alerts.length === 0) return null;
  return (
    <section className="notice notice-warning mt-4" aria-label="Alerts">
      <AlertList alerts={alerts} />
    </section>
  );
}

/** Alerts of one record, each with a link to it. */
export function AlertList({ alerts }: { alerts: readonly AlertLine[] }) {
  return (
    <ul className="grid gap-2">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <SeverityBadge alert={alert} />{' '}
          <Link to={alert.alertHref} className="font-semibold">
            {alert.type}
          </Link>
          : {alert.summary}{' '}
          <span className="hint">
            {alert.status}, {alert.opened}
            {alert.assignee ? `, ${alert.assignee}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}
