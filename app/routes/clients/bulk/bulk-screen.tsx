import type { MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { bulkActionsUrl } from '#rules/pages/client-list-pages.ts';
import type { PageQuery } from '#rules/pages/page-url.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { Card } from '../../../components/panel.tsx';
import { Polling } from '../../../components/polling.tsx';
import { DataTable } from '../../../components/table.tsx';
import { ViewTabs } from '../../../components/view-tabs.tsx';
import { asMember } from '../../../session/session.server.ts';
import { type BulkScreenData, handleBulkAction, readBulkScreen } from './bulk.server.ts';

type OneData = Extract<BulkScreenData, { step: 'one' }>;
type Shown = OneData['action'];

export const meta: MetaFunction = () => [{ title: pageTitle('Bulk actions', 'Clients') }];

export const loader = asMember(readBulkScreen);

export const action = asMember(handleBulkAction);

/** Bulk actions on clients: the newest, or the progress and outcome of one. */
export default function BulkScreen() {
  const screen = useLoaderData<typeof loader>();
  return (
    <>
      <p className="mb-2 text-sm" data-routed-links>
        <a href="/clients?view=all">Clients</a>
        {screen.step === 'one' ? (
          <>
            {' · '}
            <a href={bulkActionsUrl()}>Bulk actions</a>
          </>
        ) : null}
      </p>
      <h1>{screen.step === 'one' ? screen.action.title : 'Bulk actions'}</h1>
      {screen.step === 'one' ? <OneAction screen={screen} /> : <ActionList actions={screen.actions} />}
    </>
  );
}

const getOutcome = ({ counts, total }: Shown) =>
  [
    `${formatNumber(counts.done)} of ${formatNumber(total)} done`,
    counts.unchanged > 0 ? `${formatNumber(counts.unchanged)} already up to date` : '',
    counts.refused > 0 ? `${formatNumber(counts.refused)} refused` : '',
  ]
    .filter(Boolean)
    .join(', ');

function ActionList({ actions }: { actions: readonly Shown[] }) {
  if (actions.length === 0) {
    return <p className="mt-4 text-ink-soft">No bulk action was started yet. Select clients in the list.</p>;
  }
  return (
    <ul className="mt-4 grid max-w-form gap-2" data-routed-links>
      {actions.map((action) => (
        <Card as="li" pad="tight" key={action.id} className="grid gap-1">
          <a href={bulkActionsUrl(action.id)}>{action.title}</a>
          <span className="hint">
            {action.statusWord} · {getOutcome(action)} · {action.started}
          </span>
        </Card>
      ))}
    </ul>
  );
}

function OneAction({ screen }: { screen: OneData }) {
  const { action, mayWrite, requestKey } = screen;
  const { counts, total, status } = action;
  const isRunning = status === 'running';
  return (
    <div className="mt-2 grid gap-4">
      {isRunning ? <Polling everySeconds={2} /> : null}
      <p role="status" className="tabular-nums">
        {action.statusWord}: {getOutcome(action)}.
        {status === 'stopped' && counts.waiting > 0
          ? ` ${formatNumber(counts.waiting)} ${counts.waiting === 1 ? 'was' : 'were'} not started.`
          : ''}
        {action.stoppedBecause ? ` ${action.stoppedBecause}` : ''}
      </p>
      {isRunning ? (
        <progress
          className="w-full max-w-form"
          max={total}
          value={total - counts.waiting}
          aria-label="Clients processed"
        />
      ) : null}
      <p className="hint">
        Started {action.started}.
        {isRunning ? ' You can leave this page. The work continues in the background.' : ''}
      </p>
      <Links action={action} />
      {mayWrite && (isRunning || action.mayUndo) ? (
        <Form method="post" className="flex flex-wrap items-center gap-4">
          <RequestKeyInput value={requestKey} />
          {isRunning ? (
            <SubmitButton name="intent" value="stop" busy="Stopping…" variant="secondary">
              Stop
            </SubmitButton>
          ) : (
            <>
              <SubmitButton name="intent" value="undo" busy="Undoing…" variant="secondary">
                Undo
              </SubmitButton>
              <span className="hint">
                Restores the former relationship owners, except where someone has changed them since.
              </span>
            </>
          )}
        </Form>
      ) : null}
      <Items screen={screen} />
    </div>
  );
}

function Links({ action: { undoes, undoneBy } }: { action: Shown }) {
  const other = undoes ?? undoneBy;
  if (other === null) return null;
  return (
    <p data-routed-links>
      <a href={bulkActionsUrl(other)}>{undoes === null ? 'This was undone' : 'Undoes this bulk action'}</a>
    </p>
  );
}

const stateWords = {
  waiting: 'Waiting',
  done: 'Completed',
  unchanged: 'Up to date',
  refused: 'Refused',
} as const;

function Items({ screen: { action, items, nextAfter, state } }: { screen: OneData }) {
  const base = (query?: PageQuery) => bulkActionsUrl(action.id, query);
  const states = (['done', 'unchanged', 'refused', 'waiting'] as const).filter(
    (key) => action.counts[key] > 0,
  );
  const tabs = [
    { to: base(), label: `All (${formatNumber(action.total)})`, isCurrent: state === null },
    ...states.map((key) => ({
      to: base({ state: key }),
      label: `${stateWords[key]} (${formatNumber(action.counts[key])})`,
      isCurrent: state === key,
    })),
  ];
  return (
    <div>
      <ViewTabs label="Clients by outcome" tabs={tabs} />
      <DataTable
        caption="Clients of this bulk action"
        columns={[
          {
            title: 'Client',
            cell: ({ clientId, name }) =>
              name === null ? 'Destroyed record' : <a href={`/clients/${clientId}`}>{name}</a>,
          },
          { title: 'Outcome', cell: ({ state: reached }) => stateWords[reached] },
          { title: 'Reason', isWide: true, cell: ({ reason }) => reason ?? '' },
        ]}
        rows={items}
        rowKey={({ number }) => number}
      />
      {nextAfter === null ? null : (
        <p className="mt-3">
          <ButtonLink href={base({ state: state ?? undefined, after: nextAfter })} rel="next">
            Next clients
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
