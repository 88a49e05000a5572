import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { ButtonLink } from '../button.tsx';
import { Panel } from '../panel.tsx';
import { CoverageBars } from './coverage-bars.tsx';
import { FundsTable } from './funds-table.tsx';
import type { CoverageView, FundsLineView } from './funds-views.server.ts';

/** Source of the funds of an activity, by lines that are recorded on the pages of its customers. */
export function ActivityFundsPanel({
  activityId,
  customers,
  coverage,
  lines,
  hasMore,
  mayWrite,
}: {
  activityId: string;
  /** Customers to whose record a line can be added; empty if the activity is closed. */
  customers: readonly { clientId: string; name: string }[];
  coverage: readonly CoverageView[];
  lines: readonly FundsLineView[];
  /** More lines exist than shown: the others are on the customers' pages. */
  hasMore: boolean;
  mayWrite: boolean;
}) {
  return (
    <Panel
      id="funds"
      title="Source of funds"
      action={
        mayWrite ? (
          <span className="flex flex-wrap gap-2">
            {customers.map(({ clientId, name }) => (
              <ButtonLink
                key={clientId}
                to={clientSectionUrl(clientId, 'funds', { funds: 'new', activity: activityId })}
              >
                Add line<span className="sr-only"> of {name}</span>
                {customers.length > 1 ? `: ${name}` : ''}
              </ButtonLink>
            ))}
          </span>
        ) : null
      }
    >
      <CoverageBars coverage={coverage} />
      {lines.length === 0 ? (
        <p className="text-ink-soft">No lines about these funds.</p>
      ) : (
        <FundsTable lines={lines} mayWrite={mayWrite} />
      )}
      {hasMore ? <p className="hint">The first {lines.length} are shown.</p> : null}
    </Panel>
  );
}
