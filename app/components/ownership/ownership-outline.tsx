import { Badge } from '../badge.tsx';
import type { OutlineEntry } from './ownership-outline.server.ts';
import { missingBadge, verifiedBadge } from './verification-labels.ts';

/** The ownership structure as an indented list: each owner under what it owns. In place of the chart on a narrow screen. */
export function OwnershipOutline({ entries, label }: { entries: readonly OutlineEntry[]; label?: string }) {
  return (
    <ul aria-label={label} className="grid gap-3">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-2 border-l-2 border-line pl-3">
          <div>
            <p className="wrap-anywhere">
              <span className="font-semibold">{entry.name}</span>{' '}
              <span className="tabular-nums">{entry.shares.join('; ')}</span>
            </p>
            <p className="hint tabular-nums">
              {[entry.kindLabel, entry.effective, entry.isRepeated ? 'owners listed above' : null]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {entry.isOwner ? <Badge by={verifiedBadge}>Beneficial owner</Badge> : null}
            {entry.isUnresolved ? <Badge by={missingBadge}>Unresolved</Badge> : null}
          </div>
          {entry.entries.length > 0 ? <OwnershipOutline entries={entry.entries} /> : null}
        </li>
      ))}
    </ul>
  );
}
