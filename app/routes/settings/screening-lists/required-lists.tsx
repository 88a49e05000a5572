import { Badge, overdueBadge, resolvedBadge } from '../../../components/badge.tsx';
import { EntryList } from '../../../components/panel.tsx';
import type { loadLists } from './screening-lists.server.ts';

type Overview = Extract<Awaited<ReturnType<typeof loadLists>>, { kind: 'lists' }>;

const requiredLabels = {
  current: 'Active',
  missing: 'Not active',
  olderReader: 'Read by an older reader',
  unreadRows: 'Not read whole',
  notFetched: 'Not fetched',
  stale: 'Not up to date',
} as const;

/** The lists required for a client to count as clear, by the law of the company's countries. */
export function RequiredLists({ required }: Pick<Overview, 'required'>) {
  if (required.length === 0) return null;
  const isComplete = required.every(({ state }) => state === 'current');
  return (
    <section aria-labelledby="required-lists-heading" className="grid gap-3">
      <h2 id="required-lists-heading">Lists required by law</h2>
      <p className={isComplete ? 'max-w-prose text-ink-soft' : 'notice notice-warning max-w-prose'}>
        {isComplete
          ? 'Each of these lists is in use, was read whole and was compared with its source within 7 days.'
          : 'Screening is incomplete until each of these lists is in use, was read whole and was compared with its source within 7 days. Ask your Assay operator about it; clients in monitoring are screened again once it is.'}
      </p>
      <EntryList>
        {required.map(({ regime, name, provision, state, since, reason, checked }) => (
          <li key={regime} className="grid gap-x-4 gap-y-1 p-4 wide:grid-cols-2">
            <span>
              <strong>{name}</strong> <span className="hint">{provision}</span>
            </span>
            <span>
              <Badge by={state === 'current' ? resolvedBadge : overdueBadge}>{requiredLabels[state]}</Badge>{' '}
              {since ? <span className="hint">Since {since}. </span> : null}
              {checked ? <span className="hint">Last found current {checked}</span> : null}
            </span>
            {reason ? <span className="hint wide:col-span-2 [overflow-wrap:anywhere]">{reason}</span> : null}
          </li>
        ))}
      </EntryList>
    </section>
  );
}
