import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readHome } from '#contract/views/home.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatCount } from '../../components/table.tsx';

type ImportedDraftCounts = EndpointResponse<typeof readHome>['importedDrafts'];

const listUrl = '/clients?origin=import&status=draft';

/** Drafts of imported files, with what they lack and the bulk action for it; nothing if there are none. */
export function ImportedDrafts({
  counts: { total, withoutOwner, unmonitored, imported },
}: {
  counts: ImportedDraftCounts;
}) {
  if (total.count === 0) return null;
  const steps = [
    {
      count: withoutOwner,
      lacks: 'without a relationship owner',
      act: 'Assign',
      href: `${listUrl}&responsible=none&select=1`,
    },
    {
      count: unmonitored,
      lacks: 'not in a worklist',
      act: 'Enrol in monitoring',
      href: `${listUrl}&monitoring=none&select=1`,
    },
    { count: total, lacks: 'not in onboarding', act: 'Start onboarding', href: `${listUrl}&select=1` },
  ].filter(({ count }) => count.count > 0);
  const started = imported.count - total.count;
  return (
    <Panel
      id="imported-clients"
      title="Imported clients"
      count={formatCount(total)}
      about="Drafts from an imported file. Their onboarding has not started."
    >
      {imported.capped ? null : (
        <div>
          <p className="tabular-nums">
            {formatNumber(started)} of {formatCount(imported)} imported clients started
          </p>
          <progress
            className="block w-full"
            max={imported.count}
            value={started}
            aria-label="Imported clients started"
          />
        </div>
      )}
      <ul>
        {steps.map(({ count, lacks, act, href }) => (
          <li
            key={act}
            className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0"
          >
            <span className="tabular-nums">
              {formatCount(count)} {lacks}
            </span>
            <ButtonLink to={href}>{act}</ButtonLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
