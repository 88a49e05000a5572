import { Form, Link } from '@remix-run/react';
import { formatNumber } from '#rules/format/numbers.ts';
import { clientImportUrl } from '#rules/pages/client-list-pages.ts';
import type { PageQuery } from '#rules/pages/page-url.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { WarningBox } from '../../../components/forms/warning-box.tsx';
import { Card } from '../../../components/panel.tsx';
import { ViewTabs } from '../../../components/view-tabs.tsx';
import { CorrectableRow } from './correctable-row.tsx';
import type { ReviewLine } from './import.server.ts';
import type { ImportResult } from './import-actions.server.ts';
import { ReviewRow } from './review-row.tsx';
import type { ReviewData } from './step-data.ts';

/** The rows with their findings, to select which to import; after the import, the result of each. */
export function ReviewStep({
  screen,
  rejection,
}: {
  screen: ReviewData;
  rejection: ImportResult | undefined;
}) {
  const { shown, lines, isQueried, leftOutColumns } = screen;
  const { isCorrecting } = screen;
  const base = (query?: PageQuery) => clientImportUrl(shown.id, query);
  const isDone = screen.step === 'done';
  return (
    <>
      {isQueried ? <DiscardQuestion screen={screen} base={base} /> : null}
      <p role="status" className="mt-2">
        {getProgress(screen)}
      </p>
      {leftOutColumns.length > 0 ? (
        <p className="hint mt-1">Columns not imported: {leftOutColumns.join(', ')}.</p>
      ) : null}
      {isDone && shown.counts.imported > 0 ? (
        <p className="hint mt-1">
          Imported drafts are retained until their onboarding starts, or they are archived.
        </p>
      ) : null}
      <ImportLinks screen={screen} base={base} />
      <ViewTabs label="Rows" tabs={toTabs(screen, base)} />
      <Form method="post" className="mt-4 grid gap-4" key={shown.version}>
        <RequestKeyInput value={screen.requestKey} />
        <input type="hidden" name="version" value={shown.version} />
        <ul aria-label="Rows of the file" className="grid gap-2">
          {lines.map((line) =>
            isCorrecting ? (
              <CorrectableRow key={line.number} line={line} kept={rejection?.cells ?? {}} />
            ) : (
              <ReviewRow key={line.number} line={line} canChoose={!isDone} />
            ),
          )}
        </ul>
        {lines.length === 0 ? (
          <Card as="p" className="text-ink-soft">
            No rows
          </Card>
        ) : null}
        <RowButtons screen={screen} base={base} />
      </Form>
    </>
  );
}

const countRemaining = ({ ready, asks, refused }: ReviewData['shown']['counts']) => ready + asks + refused;

function getProgress({ step, isCorrecting, shown: { counts } }: ReviewData): string {
  if (step !== 'done') {
    const created =
      counts.imported === 0
        ? 'No clients have been created yet.'
        : `${formatNumber(counts.imported)} ${counts.imported === 1 ? 'client has' : 'clients have'} been created so far.`;
    return `${created} ${isCorrecting ? 'Correct rows, and check them again.' : 'Valid rows are selected; change the selection as needed.'}`;
  }
  const remaining = countRemaining(counts);
  const created = counts.imported === 1 ? 'client was created as a draft' : 'clients were created as drafts';
  return `${formatNumber(counts.imported)} ${created}. ${formatNumber(remaining)} ${remaining === 1 ? 'row was' : 'rows were'} not imported.`;
}

/** The rows by state; a state without rows has no tab. */
function toTabs({ shown: { rowCount, counts }, state }: ReviewData, base: ToUrl) {
  return [
    { key: null, label: `All (${formatNumber(rowCount)})` },
    { key: 'ready', label: `Ready (${formatNumber(counts.ready)})` },
    { key: 'asks', label: `Needs review (${formatNumber(counts.asks)})` },
    { key: 'refused', label: `Cannot be imported (${formatNumber(counts.refused)})` },
    { key: 'imported', label: `Imported (${formatNumber(counts.imported)})` },
  ]
    .filter(({ key }) => key === null || counts[key as ReviewLine['state']] > 0)
    .map(({ key, label }) => ({
      to: base({ rows: key ?? undefined }),
      label,
      isCurrent: key === state,
    }));
}

/** URL of the import's rows, with what is shown of them. */
type ToUrl = (query?: PageQuery) => string;

interface PartProps {
  screen: ReviewData;
  base: ToUrl;
}

/** Further actions on the import: map again, download, discard. */
function ImportLinks({ screen, base }: PartProps) {
  const { id, counts } = screen.shown;
  const isDone = screen.step === 'done';
  const isShowingRefused = screen.state === 'refused';
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
      {isDone && counts.imported > 0 ? (
        <Link to="/clients?origin=import&status=draft&sort=newest&select=1">
          Assign, screen and start onboarding
        </Link>
      ) : null}
      {counts.refused === 0 || isShowingRefused ? null : (
        <Link to={base({ rows: 'refused' })}>
          Correct the {counts.refused === 1 ? 'row' : `${formatNumber(counts.refused)} rows`} that cannot be
          imported
        </Link>
      )}
      {screen.state === 'asks' && !screen.isCorrecting ? (
        <Link to={base({ rows: 'asks', correct: '1' })}>Correct these rows</Link>
      ) : null}
      {isDone ? null : <Link to={base({ step: 'columns' })}>Change column mapping</Link>}
      {countRemaining(counts) > 0 && (isDone || counts.refused > 0) ? (
        <a href={`/clients/import-refused.csv?import=${id}`} download>
          Download the rows {isDone ? 'that were not imported' : 'not imported so far'} with the reasons
        </a>
      ) : null}
      <Link to={base({ confirm: 'discard' })}>
        {isDone ? 'Delete the rows of this file' : 'Discard import'}
      </Link>
    </p>
  );
}

function RowButtons({ screen, base }: PartProps) {
  const { shown, nextAfter, state, lines, isCorrecting } = screen;
  return (
    <div className="flex flex-wrap items-center gap-4">
      {isCorrecting ? (
        lines.length === 0 ? null : (
          <>
            <SubmitButton name="intent" value="correct" busy="Checking…">
              Check corrected rows
            </SubmitButton>
            <span className="hint">Only the rows that you changed are checked again.</span>
          </>
        )
      ) : screen.step === 'done' ? null : (
        <>
          <SubmitButton name="intent" value="start" busy="Importing…">
            Import selected rows
          </SubmitButton>
          <SubmitButton name="intent" value="choose" busy="Saving…" variant="secondary">
            Save selection
          </SubmitButton>
          <span className="hint">
            {formatNumber(shown.counts.chosen)} of {formatNumber(shown.rowCount)} rows selected (last saved).
            {nextAfter === null ? '' : ' Selections on other pages are included.'}
          </span>
        </>
      )}
      {nextAfter === null ? null : (
        <ButtonLink
          to={base({
            rows: state ?? undefined,
            correct: state === 'asks' && isCorrecting ? '1' : undefined,
            after: nextAfter,
          })}
          rel="next"
        >
          Next rows
        </ButtonLink>
      )}
    </div>
  );
}

function DiscardQuestion({ screen, base }: PartProps) {
  const { shown } = screen;
  return (
    <div className="mt-4">
      <WarningBox id="discard" kind="warning" heading="Discard this import?" reply={shown.id}>
        <p>Created clients are not affected. The uploaded rows and error details are deleted.</p>
        <Form method="post" action={base()} className="flex flex-wrap items-center gap-4">
          <RequestKeyInput value={screen.requestKey} />
          <input type="hidden" name="version" value={shown.version} />
          <SubmitButton name="intent" value="discard" busy="Deleting…" variant="danger">
            Delete the rows
          </SubmitButton>
          <Link to={base()}>Go back</Link>
        </Form>
      </WarningBox>
    </div>
  );
}
