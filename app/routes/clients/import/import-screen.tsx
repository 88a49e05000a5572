import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { maxImportRows } from '#rules/clients/client-batches.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { clientImportUrl } from '#rules/pages/client-list-pages.ts';
import { RequestKeyInput, SubmitButton, useActionInCompany } from '../../../components/forms/submit.tsx';
import { FileInput } from '../../../components/forms/text-input.tsx';
import { WarningBox } from '../../../components/forms/warning-box.tsx';
import { Card } from '../../../components/panel.tsx';
import { asMember } from '../../../session/session.server.ts';
import { ColumnsStep } from './columns-step.tsx';
import { readImportScreen } from './import.server.ts';
import { handleImportAction } from './import-actions.server.ts';
import { ProgressStep } from './progress-step.tsx';
import { ReviewStep } from './review-step.tsx';
import type { StepData } from './step-data.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('Import', 'Clients') }];

export const loader = asMember(readImportScreen);

export const action = asMember(handleImportAction);

/** Clients in from a CSV file or a workbook, step by step: the file, its columns, the check, the choice, the result. */
export default function ImportScreen() {
  const screen = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const rejection = result && 'sentence' in result ? result : undefined;
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/clients?view=all">Clients</Link>
        {screen.step === 'upload' ? null : (
          <>
            {' · '}
            <Link to={clientImportUrl()}>Imports</Link>
          </>
        )}
      </p>
      <h1>{screen.step === 'upload' ? 'Import clients' : `Import ${screen.shown.fileName}`}</h1>
      {rejection ? (
        <div className="mt-4">
          <WarningBox
            id="refused"
            kind={rejection.isQuestion ? 'warning' : 'danger'}
            heading={rejection.isQuestion ? 'Confirm the dates' : 'The import was not updated'}
            reply={result}
          >
            <p>{rejection.sentence}</p>
          </WarningBox>
        </div>
      ) : null}
      {screen.step === 'upload' ? (
        <UploadStep screen={screen} problem={result && 'problem' in result ? result.problem : undefined} />
      ) : null}
      {screen.step === 'columns' ? <ColumnsStep screen={screen} rejection={rejection} /> : null}
      {screen.step === 'progress' ? (
        <ProgressStep screen={screen} isRejected={rejection !== undefined} />
      ) : null}
      {screen.step === 'review' || screen.step === 'done' ? (
        <ReviewStep screen={screen} rejection={rejection} />
      ) : null}
    </>
  );
}

const statusLabels: Record<string, string> = {
  mapping: 'Map columns',
  checking: 'Validating',
  review: 'Ready for review',
  importing: 'Importing',
  done: 'Finished',
};

function UploadStep({ screen, problem }: { screen: StepData<'upload'>; problem: string | undefined }) {
  const action = useActionInCompany();
  const field = { id: 'import-file', name: 'file', errors: problem ? [problem] : undefined };
  return (
    <>
      <p className="mt-2">
        Any list with headings can be imported. To start from an empty list, download the template as{' '}
        <a href="/clients/import-template.xlsx" download>
          Excel workbook
        </a>{' '}
        or{' '}
        <a href="/clients/import-template.csv" download>
          CSV
        </a>
        , and replace its two examples.
      </p>
      <Form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="mt-4 grid max-w-form gap-4"
      >
        <RequestKeyInput value={screen.requestKey} />
        <FileInput
          field={field}
          label="CSV file or Excel workbook"
          hint={`CSV or XLSX, up to ${formatNumber(maxImportRows)} rows and 5 MB, with headings in one of the first ten rows. Only the first sheet of a workbook is read. Nothing is created until you review the rows.`}
          accept=".csv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          required
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy="Uploading…">Upload file</SubmitButton>
          <Link to="/clients?view=all">Cancel</Link>
        </div>
      </Form>
      {screen.started.length > 0 ? (
        <section className="mt-8" aria-labelledby="started">
          <h2 id="started" className="mb-2">
            Earlier imports
          </h2>
          <ul className="grid max-w-form gap-2">
            {screen.started.map((clientImport) => (
              <Card as="li" pad="tight" key={clientImport.id} className="grid gap-1">
                <Link to={clientImportUrl(clientImport.id)}>{clientImport.fileName}</Link>
                <span className="hint">
                  {statusLabels[clientImport.status]} · {formatNumber(clientImport.rowCount)} rows,{' '}
                  {formatNumber(clientImport.counts.imported)} imported · {clientImport.begun}
                </span>
              </Card>
            ))}
          </ul>
          <p className="hint mt-2">Unfinished imports are deleted after 30 days.</p>
        </section>
      ) : null}
    </>
  );
}
