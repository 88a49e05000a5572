import { Badge, overdueBadge, resolvedBadge } from '../../../components/badge.tsx';
import { EntryList } from '../../../components/panel.tsx';
import type { loadLists } from './screening-lists.server.ts';

type Overview = Extract<Awaited<ReturnType<typeof loadLists>>, { kind: 'lists' }>;

const requiredBadges = { current: resolvedBadge, stale: overdueBadge, missing: overdueBadge } as const;
const requiredLabels = { current: 'Active', stale: 'Not up to date', missing: 'Not active' } as const;

/** The lists required for a client to count as clear, by the law of the company's countries. */
export function RequiredLists({ required }: Pick<Overview, 'required'>) {
  if (required.length === 0) return null;
  const isComplete = required.every(({ state }) => state === 'current');
  return (
    <section aria-labelledby="required-lists-heading" className="grid gap-3">
      <h2 id="required-lists-heading">Lists required by law</h2>
      <p className={isComplete ? 'max-w-prose text-ink-soft' : 'notice notice-warning max-w-prose'}>
        {isComplete
          ? 'Screening is complete: each of these lists is in use and was compared with its source within 7 days.'
          : 'Screening is incomplete until each of these lists is in use and was compared with its source within 7 days. Ask your Assay operator to import it; clients in monitoring are then screened again.'}
      </p>
      <EntryList>
        {required.map(({ regime, name, provision, state, checked }) => (
          <li key={regime} className="grid gap-x-4 gap-y-1 p-4 wide:grid-cols-[minmax(0,1fr)_auto]">
            <span>
              <strong>{name}</strong> <span className="hint">{provision}</span>
            </span>
            <span>
              <Badge by={requiredBadges[state]}>{requiredLabels[state]}</Badge>{' '}
              {checked ? <span className="hint">Last found current {checked}</span> : null}
            </span>
          </li>
        ))}
      </EntryList>
    </section>
  );
}
