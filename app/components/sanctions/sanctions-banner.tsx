import { Link } from '@remix-run/react';
import type { SanctionLine } from './sanctions-banner.server.ts';

/**
 * The effect of a confirmed sanctions match, at the top of the page: a prohibition if the list binds the company, otherwise a finding.
 * Nothing without a confirmed match.
 */
export function SanctionsBanner({ lines }: { lines: readonly SanctionLine[] }) {
  const prohibited = lines.filter(({ provision }) => provision !== null);
  const findings = lines.filter(({ provision }) => provision === null);
  // A permit lifts the prohibition of its own match alone.
  const isPermitted = prohibited.every(({ permits }) => permits.length > 0);
  return (
    <>
      {prohibited.length > 0 ? (
        <section className="banner-danger mt-4 grid gap-2" aria-label="Sanctions match">
          {prohibited.map((line) => (
            <div key={line.matchId}>
              <p className="font-semibold">
                <span aria-hidden="true">⚠ </span>
                Sanctions match confirmed {line.confirmed}.{' '}
                {isPermitted ? 'Act only as the permit allows.' : 'Do not act.'}
              </p>
              <p>
                <Matched line={line} /> {line.provision}.
              </p>
              {line.permits.map((permit) => (
                <p key={permit}>Permit {permit}.</p>
              ))}
              <p>
                <Link to={line.permitsHref}>Permits and reports</Link>
              </p>
            </div>
          ))}
          <p>
            <span className="font-semibold">Next steps:</span>{' '}
            {isPermitted
              ? 'do nothing that the permit does not allow, and tell your compliance officer before you act.'
              : 'stop all work. Do not release, receive or move money or property. Tell your compliance officer now.'}{' '}
            The risk is high until the decision is withdrawn on the alert.
          </p>
        </section>
      ) : null}
      {findings.length > 0 ? (
        <section className="notice notice-warning mt-4 grid gap-2" aria-label="Sanctions finding">
          {findings.map((line) => (
            <div key={line.matchId}>
              <p className="font-semibold">Sanctions finding confirmed {line.confirmed}.</p>
              <p>
                <Matched line={line} /> This list does not prohibit dealing where your company is regulated.
              </p>
            </div>
          ))}
          <p>
            <span className="font-semibold">Next steps:</span> apply enhanced CDD and decide whether to
            continue. The risk is high until the decision is withdrawn on the alert.
          </p>
        </section>
      ) : null}
    </>
  );
}

function Matched({ line: { name, href, alertHref, listed, listName } }: { line: SanctionLine }) {
  return (
    <>
      {href ? <Link to={href}>{name}</Link> : name} is {listed} on {listName} (
      <Link to={alertHref}>open the alert</Link>).
    </>
  );
}
