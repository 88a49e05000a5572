import { Form, Link } from '@remix-run/react';
import { mostImportRows } from '#rules/client-batches.ts';
import { AttentionBox } from '../../../components/forms/attention-box.tsx';
import { FieldErrors, Hint } from '../../../components/forms/field.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { ColumnsStep } from './columns-step.tsx';
import type { ImportAnswer, ImportScreenData } from './import.server.ts';
import { ProgressStep } from './progress-step.tsx';
import { ReviewStep } from './review-step.tsx';
import type { UploadAnswer } from './upload.server.ts';

type StepData<Step extends ImportScreenData['step']> = Extract<ImportScreenData, { step: Step }>;
export type ColumnsData = StepData<'columns'>;
export type ReviewData = StepData<'review' | 'done'>;
export type ProgressData = StepData<'progress'>;

/** Clients in from a CSV file, step by step: the file, its columns, the check, the choice, the result. */
export function ImportScreen({
  screen,
  answer,
}: {
  screen: ImportScreenData;
  answer?: ImportAnswer | UploadAnswer;
}) {
  const refused = answer && 'sentence' in answer ? answer : undefined;
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/clients?view=all">Clients</Link>
        {screen.step === 'upload' ? null : (
          <>
            {' · '}
            <Link to="/clients?view=import">Imports</Link>
          </>
        )}
      </p>
      <h1>{screen.step === 'upload' ? 'Import clients' : `Import ${screen.shown.fileName}`}</h1>
      {refused ? (
        <div className="mt-4">
          <AttentionBox id="refused" kind="danger" heading="That was not done" reply={answer}>
            <p>{refused.sentence}</p>
          </AttentionBox>
        </div>
      ) : null}
      {screen.step === 'upload' ? (
        <UploadStep screen={screen} problem={answer && 'problem' in answer ? answer.problem : undefined} />
      ) : null}
      {screen.step === 'columns' ? <ColumnsStep screen={screen} refused={refused} /> : null}
      {screen.step === 'progress' ? <ProgressStep screen={screen} isRefused={refused !== undefined} /> : null}
      {screen.step === 'review' || screen.step === 'done' ? <ReviewStep screen={screen} /> : null}
    </>
  );
}

const statusTexts: Record<string, string> = {
  mapping: 'Columns to choose',
  checking: 'Check under way',
  review: 'To be looked through',
  importing: 'Import under way',
  done: 'Finished',
};

function UploadStep({ screen, problem }: { screen: StepData<'upload'>; problem: string | undefined }) {
  const field = { id: 'import-file', name: 'file', errors: problem ? [problem] : undefined };
  return (
    <>
      <Form method="post" encType="multipart/form-data" className="mt-4 grid max-w-form gap-4">
        <RequestKeyInput value={screen.requestKey} />
        <div className="grid gap-1">
          <label htmlFor={field.id}>CSV file</label>
          <Hint field={field}>
            Up to {mostImportRows.toLocaleString('en-NZ')} rows and 5 MB, with headings in the first row.
            Excel saves one under File, Save as, CSV. Nothing is created before you have looked through what
            was read.
          </Hint>
          <input
            type="file"
            id={field.id}
            name="file"
            accept=".csv,.txt,text/csv,text/plain"
            required
            aria-describedby={`${field.id}-hint${problem ? ` ${field.id}-error` : ''}`}
            aria-invalid={problem ? true : undefined}
          />
          <FieldErrors field={field} />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy="Reading…">Read the file</SubmitButton>
          <Link to="/clients?view=all">Cancel</Link>
        </div>
      </Form>
      {screen.started.length > 0 ? (
        <section className="mt-8" aria-labelledby="started">
          <h2 id="started" className="mb-2">
            Earlier imports
          </h2>
          <ul className="grid max-w-form gap-2">
            {screen.started.map((one) => (
              <li key={one.id} className="panel grid gap-1 p-3">
                <Link to={`/clients?view=import&import=${one.id}`}>{one.fileName}</Link>
                <span className="hint">
                  {statusTexts[one.status]} · {one.rowCount.toLocaleString('en-NZ')} rows,{' '}
                  {one.counts.imported.toLocaleString('en-NZ')} imported · {one.begun}
                </span>
              </li>
            ))}
          </ul>
          <p className="hint mt-2">Rows that nobody goes on with are deleted after 30 days.</p>
        </section>
      ) : null}
    </>
  );
}
