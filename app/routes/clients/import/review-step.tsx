import { Form, Link } from '@remix-run/react';
import { AttentionBox } from '../../../components/forms/attention-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { ViewTabs } from '../../../components/view-tabs.tsx';
import type { ReviewLine } from './import.server.ts';
import type { ReviewData } from './import-screen.tsx';

const stateTexts: Record<ReviewLine['state'], { mark: string; text: string; colour: string }> = {
  staged: { mark: '○', text: 'Not checked', colour: 'text-ink-soft' },
  ready: { mark: '●', text: 'Ready', colour: 'text-settled' },
  asks: { mark: '◐', text: 'To decide', colour: 'text-attention' },
  refused: { mark: '×', text: 'Cannot be imported', colour: 'text-danger' },
  imported: { mark: '✓', text: 'Imported', colour: 'text-settled' },
};

const figure = (count: number) => count.toLocaleString('en-NZ');

/** The rows with what was found, to choose from; after the import, what became of them. */
export function ReviewStep({ screen }: { screen: ReviewData }) {
  const { shown, lines, nextAfter, state, isAsked } = screen;
  const { counts } = shown;
  const base = `/clients?view=import&import=${shown.id}`;
  const isDone = screen.step === 'done';
  const left = counts.ready + counts.asks + counts.refused;
  const tabs = [
    { key: null, label: `All (${figure(shown.rowCount)})` },
    { key: 'ready', label: `Ready (${figure(counts.ready)})` },
    { key: 'asks', label: `To decide (${figure(counts.asks)})` },
    { key: 'refused', label: `Cannot be imported (${figure(counts.refused)})` },
    { key: 'imported', label: `Imported (${figure(counts.imported)})` },
  ].filter(({ key }) => key === null || counts[key as ReviewLine['state']] > 0);
  return (
    <>
      {isAsked ? <DiscardQuestion screen={screen} base={base} /> : null}
      <p role="status" className="mt-2">
        {isDone
          ? `${figure(counts.imported)} ${counts.imported === 1 ? 'client was created as a draft' : 'clients were created as drafts'}. ${figure(left)} ${left === 1 ? 'row was' : 'rows were'} not imported.`
          : 'Nothing is created yet. Rows that are ready are ticked; tick or untick what you want.'}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {isDone ? <Link to="/clients?sort=newest">See the newest clients</Link> : null}
        {isDone || counts.refused === 0 ? null : (
          <Link to={`${base}&step=columns`}>Change what the columns are</Link>
        )}
        {left > 0 && (isDone || counts.refused > 0) ? (
          <a href={`/clients/import-refused.csv?import=${shown.id}`} download>
            Download the rows {isDone ? 'that were not imported' : 'not imported so far'} with the reasons
          </a>
        ) : null}
        <Link to={`${base}&confirm=discard`}>
          {isDone ? 'Delete the rows of this file' : 'Discard this file'}
        </Link>
      </p>
      <ViewTabs
        label="Rows"
        tabs={tabs.map(({ key, label }) => ({
          to: key === null ? base : `${base}&rows=${key}`,
          label,
          isCurrent: key === state,
        }))}
      />
      <Form method="post" className="mt-4 grid gap-4" key={shown.version}>
        <RequestKeyInput value={screen.requestKey} />
        <ul aria-label="Rows of the file" className="grid gap-2">
          {lines.map((line) => (
            <Row key={line.number} line={line} mayChoose={!isDone} />
          ))}
        </ul>
        {lines.length === 0 ? <p className="panel p-4 text-ink-soft">There are no such rows.</p> : null}
        <div className="flex flex-wrap items-center gap-4">
          {isDone ? null : (
            <>
              <SubmitButton name="intent" value="start" busy="Importing…">
                Import the ticked rows
              </SubmitButton>
              <SubmitButton name="intent" value="choose" busy="Keeping…" look="secondary">
                Keep these ticks
              </SubmitButton>
              <span className="hint">
                {figure(counts.chosen)} of all {figure(shown.rowCount)} rows are ticked as last kept.
                {nextAfter === null ? '' : ' Ticks on other pages count too.'}
              </span>
            </>
          )}
          {nextAfter === null ? null : (
            <Link
              to={`${base}${state ? `&rows=${state}` : ''}&after=${nextAfter}`}
              rel="next"
              className="button"
            >
              Next rows
            </Link>
          )}
        </div>
      </Form>
    </>
  );
}

function Row({ line, mayChoose }: { line: ReviewLine; mayChoose: boolean }) {
  const { mark, text, colour } = stateTexts[line.state];
  const isOpen = mayChoose && (line.state === 'ready' || line.state === 'asks');
  const id = `row-${line.number}`;
  return (
    <li className="panel grid grid-cols-[18px_1fr] gap-x-3 gap-y-1 p-3">
      {isOpen ? (
        <>
          <input type="hidden" name="shown" value={line.number} />
          <input type="checkbox" id={id} name="row" value={line.number} defaultChecked={line.chosen} />
        </>
      ) : (
        <span aria-hidden="true" className={colour}>
          {mark}
        </span>
      )}
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          {isOpen ? (
            <label htmlFor={id}>{line.name}</label>
          ) : line.clientId ? (
            <Link to={`/clients/${line.clientId}`}>{line.name}</Link>
          ) : (
            <span className="font-semibold">{line.name}</span>
          )}
          <span className="hint">
            Row {line.number}
            {line.type ? ` · ${line.type}` : ''}
          </span>
          <span className={`text-sm ${colour}`}>{text}</span>
        </div>
        {line.problems.map((sentence) => (
          <p key={sentence} className="field-error">
            {sentence}
          </p>
        ))}
        {line.asks.map((sentence) => (
          <p key={sentence} className="text-attention">
            {sentence}
          </p>
        ))}
        {line.duplicates.map((duplicate) => (
          <p key={`${duplicate.name} ${duplicate.href}`} className="text-attention">
            Likely the same as{' '}
            {duplicate.href ? (
              <a href={duplicate.href} target="_blank" rel="noreferrer">
                {duplicate.name}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            ) : (
              duplicate.name
            )}
            : {duplicate.reasons}
          </p>
        ))}
        <details className="text-sm">
          <summary>
            What was read<span className="sr-only"> in row {line.number}</span>
          </summary>
          <dl className="mt-1 grid gap-x-4 sm:grid-cols-[minmax(120px,1fr)_3fr]">
            {line.read.map(({ heading, text: cell }) => (
              <div key={heading} className="sm:contents">
                <dt className="text-ink-soft">{heading}</dt>
                <dd className="min-w-0 whitespace-pre-line">{cell}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </li>
  );
}

function DiscardQuestion({ screen, base }: { screen: ReviewData; base: string }) {
  const { shown } = screen;
  return (
    <div className="mt-4">
      <AttentionBox id="discard" kind="attention" heading="Delete the rows of this file?" reply={shown.id}>
        <p>Clients that were created stay. What was read of the file, and the reasons, are deleted.</p>
        <Form method="post" action={base} className="flex flex-wrap items-center gap-4">
          <RequestKeyInput value={screen.requestKey} />
          <input type="hidden" name="version" value={shown.version} />
          <SubmitButton name="intent" value="discard" busy="Deleting…" look="danger">
            Delete the rows
          </SubmitButton>
          <Link to={base}>Keep them</Link>
        </Form>
      </AttentionBox>
    </div>
  );
}
