import { Badge, overdueBadge, severityBadges } from '../../components/badge.tsx';
import { EntryList } from '../../components/panel.tsx';
import { SanctionsTag } from '../../components/sanctions/sanctions-tag.tsx';
import type { LoadedAlert } from './alert.server.ts';

/** The queue beside the open alert, on wide screens; a narrow one has it as a page of its own. */
export function AlertQueue({ queue: { rows, total } }: Pick<LoadedAlert, 'queue'>) {
  return (
    <nav
      aria-label="Alert queue"
      className="sticky top-4 hidden max-h-[calc(100dvh-32px)] overflow-y-auto xl:block print:hidden"
      data-routed-links
    >
      <p className="hint mb-1.5 tabular-nums">{total}</p>
      <EntryList>
        {rows.map(
          ({ id, href, name, sanctions, typeLabel, severity, severityLabel, due, isOverdue, isOpen }) => (
            <li key={id}>
              <a
                href={href}
                aria-current={isOpen ? 'page' : undefined}
                className="block border-l-[3px] border-transparent px-3 py-2 text-ink no-underline hover:bg-ground aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft"
              >
                <span className="block font-semibold">
                  {name}
                  <SanctionsTag tag={sanctions} />
                </span>
                <span className="block text-sm text-ink-soft">{typeLabel}</span>
                <span className="mt-0.5 flex flex-wrap gap-1.5 text-sm">
                  <Badge by={severityBadges[severity]}>{severityLabel}</Badge>
                  {due && isOverdue ? <Badge by={overdueBadge}>{due} overdue</Badge> : null}
                </span>
              </a>
            </li>
          ),
        )}
      </EntryList>
    </nav>
  );
}
