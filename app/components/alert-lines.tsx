import { Link } from '@remix-run/react';
import type { AlertLine } from './alert-lines.server.ts';
import { Marked, severityMarks } from './mark.tsx';

function SeverityMark({ alert: { severity, severityText } }: { alert: AlertLine }) {
  return <Marked by={severityMarks[severity]}>{severityText}</Marked>;
}

/** What somebody has to look at about the record whose page this is; nothing where there is nothing. */
export function RecordAlerts({ alerts }: { alerts: readonly AlertLine[] }) {
  if (alerts.length === 0) return null;
  return (
    <section className="notice notice-attention mt-4" aria-label="Alerts">
      <ul className="grid gap-2">
        {alerts.map((alert) => (
          <li key={alert.id}>
            <SeverityMark alert={alert} />{' '}
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
    </section>
  );
}

/** Alerts that wait for the person, each with the record that it is about. */
export function WaitingAlerts({ alerts, total }: { alerts: readonly AlertLine[]; total: string }) {
  if (alerts.length === 0) return null;
  return (
    <section className="panel p-4" aria-labelledby="alerts-heading">
      <h2 id="alerts-heading">Alerts that wait for you</h2>
      <p className="hint mt-0.5">Yours, and those that are nobody’s yet: {total}, newest first.</p>
      <ul className="mt-3 grid gap-3">
        {alerts.map((alert) => (
          <li key={alert.id} className="border-t border-line pt-3 first:border-t-0 first:pt-0">
            <p>
              <SeverityMark alert={alert} />{' '}
              <Link to={alert.href} className="font-semibold">
                {alert.name}
              </Link>{' '}
              <span className="hint">{alert.opened}</span>
            </p>
            <p>
              <Link to={alert.alertHref}>{alert.type}</Link>: {alert.summary}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
