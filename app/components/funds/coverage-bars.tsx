import { Badge, openBadge, resolvedBadge } from '../badge.tsx';
import type { CoverageView } from './funds-views.server.ts';

/** Coverage of each value by lines, with a bar per currency; the text beside a bar has the same information. */
export function CoverageBars({ coverage }: { coverage: readonly CoverageView[] }) {
  if (coverage.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {coverage.map(({ key, label, evidence, hasTarget, bars }) => (
        <li key={key} className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-3">
            <span className="font-semibold">{label}</span>
            <EvidenceBadge evidence={evidence} />
          </p>
          {bars.map(({ currency, text, note, evidenced, verified }) => (
            <div key={currency} className="grid gap-1">
              <p>{text}</p>
              <ShareBar evidenced={evidenced} verified={verified} />
              {note ? <p className="hint">{note}</p> : null}
            </div>
          ))}
          {hasTarget ? null : (
            <p className="hint">
              No value to be evidenced is recorded. Verified when every line is verified.
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function EvidenceBadge({ evidence }: Pick<CoverageView, 'evidence'>) {
  if (evidence === 'verified') return <Badge by={resolvedBadge}>Verified</Badge>;
  return <Badge by={openBadge}>{evidence === 'none' ? 'No lines yet' : 'Obtained, not verified yet'}</Badge>;
}

/** Rendered without a style attribute, which the content security policy forbids. */
function ShareBar({ evidenced, verified }: { evidenced: number; verified: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full max-w-form">
      <rect width="100" height="8" className="fill-line" />
      <rect width={evidenced * 100} height="8" className="fill-warning-line" />
      <rect width={verified * 100} height="8" className="fill-success" />
    </svg>
  );
}
