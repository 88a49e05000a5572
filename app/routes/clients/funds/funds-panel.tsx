import { Link } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { SectionMessage } from '../../../components/flash-message.tsx';
import { CoverageBars } from '../../../components/funds/coverage-bars.tsx';
import { FundsTable } from '../../../components/funds/funds-table.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { readFundsPanel } from './funds.server.ts';
import type { FundsResult } from './funds-form-data.ts';

/** Loads when it is opened: its fields are heavy, and few visits need them. */
const FundsForm = lazy(async () => ({ default: (await import('./funds-form.tsx')).FundsForm }));

type Funds = Awaited<ReturnType<typeof readFundsPanel>>;

/** Source of funds and wealth of a client: coverage, lines, and the forms to change them. */
export function FundsPanel({ panel, result }: { panel: Funds; result: FundsResult | undefined }) {
  const { clientId, lines, coverage, form, mayWrite, nextAfter, isFirstPage, tolerancePercent } = panel;
  return (
    <Panel
      id="funds"
      title="Source of funds and wealth"
      action={
        mayWrite && form === null ? (
          <ButtonLink to="?funds=new#funds" preventScrollReset>
            Add line
          </ButtonLink>
        ) : null
      }
      className="mt-5"
    >
      <SectionMessage at="funds" />
      <Suspense>
        {form ? (
          <FundsForm
            key={`${form.step} ${form.line?.id ?? ''} ${result ? 'answered' : ''}`}
            panel={panel}
            form={form}
            result={result}
          />
        ) : null}
      </Suspense>
      <CoverageBars coverage={coverage} />
      {lines.length === 0 ? (
        <p className="text-ink-soft">
          No lines. Add each source that the client states, attach its documents, then verify it.
        </p>
      ) : (
        <FundsTable lines={lines} mayWrite={mayWrite} />
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm empty:hidden">
        {nextAfter === null ? null : (
          <Link to={`?fundsAfter=${nextAfter}#funds`} preventScrollReset>
            More lines
          </Link>
        )}
        {isFirstPage ? null : <Link to={clientSectionUrl(clientId, 'funds')}>First page</Link>}
      </p>
      {mayWrite ? <FundsLinks panel={panel} /> : null}
      {lines.length > 0 ? (
        <p className="hint">
          Your policies allow verified lines to fall short of the value by {tolerancePercent} %. Amounts in
          different currencies are never added together.
        </p>
      ) : null}
    </Panel>
  );
}

/** Further actions: record the value to be evidenced, request documents from the client. */
function FundsLinks({ panel: { clientId, kindsWithoutDocument } }: { panel: Funds }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 print:hidden">
      <Link to={clientSectionUrl(clientId, 'findings', { record: 'sourceValue' })} preventScrollReset>
        Record the value to be evidenced
      </Link>
      {kindsWithoutDocument.length > 0 ? (
        <Link
          to={clientSectionUrl(clientId, 'requests', {
            request: 'new',
            sources: kindsWithoutDocument.join(','),
          })}
          preventScrollReset
        >
          Request the documents that are missing
        </Link>
      ) : null}
    </p>
  );
}
