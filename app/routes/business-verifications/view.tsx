import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { GivenEvidence } from '../../components/documents/given-evidence.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { Marked } from '../../components/mark.tsx';
import { PrintHeading } from '../../components/print-heading.tsx';
import { RecordHistory } from '../../components/record-history.tsx';
import { asMember } from '../../session.server.ts';
import { answerVerificationPage, type VerificationAnswer } from './actions.server.ts';
import { DecisionSection } from './decision-section.tsx';
import { ExtractSection } from './extract-section.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import { MismatchSection } from './mismatch-section.tsx';
import { OwnersSection, VerifySection } from './owners-section.tsx';
import { OwnershipSection } from './ownership-section.tsx';
import { readVerificationPage, type VerificationPage } from './page.server.ts';
import { RegisterSection } from './register-section.tsx';
import { moneyText, statusMarks, statusWords } from './words.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Verification of ${data.verification.client.name} – Assay` : 'Verification – Assay' },
];

export const loader = asMember(readVerificationPage);

export const action = asMember(answerVerificationPage);

export default function ViewBusinessVerification() {
  const page = useLoaderData<typeof loader>() as VerificationPage;
  const answer = useActionData<typeof action>() as VerificationAnswer | undefined;
  const { verification, href, dates, history, isFirstPage, nextBefore, printHeading } = page;
  const { client, extract, ownership, mismatches } = verification;
  const context: FormContext = { version: verification.version, requestKey: page.requestKey, answer };
  const may = new Set(verification.moves.map(({ act }) => act));
  return (
    <>
      <PrintHeading text={printHeading} />
      <p className="mb-2 text-sm print:hidden">
        <Link to={`/clients/${client.id}`}>{client.name}</Link>
      </p>
      <h1>Verification of {client.name}</h1>
      <Standing page={page} />
      <Asking page={page} context={context} />
      {may.has('choose') ? <RegisterSection page={page} context={context} /> : null}
      {extract ? <ExtractSection extract={extract} at={dates.extract} /> : null}
      {extract ? (
        <MismatchSection
          mismatches={mismatches}
          settledAt={dates.settled}
          mayDecide={may.has('settle')}
          context={context}
        />
      ) : null}
      <OwnershipSection page={page} context={context} />
      {ownership ? <OwnersSection ownership={ownership} /> : null}
      {ownership ? <VerifySection page={page} context={context} /> : null}
      <GivenEvidence evidence={page.givenEvidence} clientId={client.id} askHref={page.askHref} />
      <DecisionSection page={page} context={context} />
      <DocumentsPanel panel={page.documents} mayWrite={page.mayWrite && may.has('edit')} />
      <RecordHistory href={href} entries={history} isFirstPage={isFirstPage} nextBefore={nextBefore} />
      <p className="hint mt-4">
        Started {dates.created} by {verification.startedBy.name}
      </p>
    </>
  );
}

/** What matters now, at a glance. */
function Standing({ page }: { page: VerificationPage }) {
  const { status, ownership, actualCost, mustVerify } = page.verification;
  const verified = mustVerify.filter(({ client }) => client?.isVerified).length;
  const cells = [
    { label: 'Status', value: <Marked by={statusMarks[status]}>{statusWords[status]}</Marked> },
    { label: 'Extract', value: page.dates.extract ?? 'None yet' },
    { label: 'Not traced', value: ownership ? `${ownership.unresolvedPercent} %` : 'Not known yet' },
    {
      label: 'Must be verified',
      value: ownership ? `${verified} of ${mustVerify.length} are` : 'Not known yet',
    },
    { label: 'Cost so far', value: moneyText(actualCost) },
    ...(page.verification.activity
      ? [{ label: 'Activity', value: page.verification.activity.reference }]
      : []),
    ...(page.dates.evidenceExpires
      ? [{ label: 'Evidence counts until', value: page.dates.evidenceExpires }]
      : []),
  ];
  return (
    <dl className="panel mt-4 grid grid-cols-2 gap-x-6 gap-y-4 p-4 sm:grid-cols-3 lg:flex lg:flex-wrap lg:justify-between">
      {cells.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How long the page waits before it looks again while registers are asked. */
const lookAgainMs = 3_000;

/** What is being asked of registers, or why it was not answered; script looks again by itself, the button does without. */
function Asking({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { asking, lastFailure, moves } = page.verification;
  const { revalidate, state } = useRevalidator();
  const isAsking = asking !== null && lastFailure === null;
  useEffect(() => {
    if (!isAsking || state !== 'idle') return;
    const timer = setTimeout(revalidate, lookAgainMs);
    return () => clearTimeout(timer);
  }, [isAsking, state, revalidate]);
  if (asking === null && lastFailure === null) return null;
  const mayRetry = asking !== null && moves.some(({ act }) => act === 'retry');
  return (
    <section
      id="asking"
      className={`notice ${lastFailure ? 'notice-attention' : ''} mt-4 grid gap-3 print:hidden`}
      aria-label="Asking registers"
      role="status"
    >
      {lastFailure ? <p>{lastFailure.message}</p> : null}
      {asking ? (
        <p>
          {asking.kind === 'expand' ? `${asking.asked} extracts have come so far. ` : ''}
          {lastFailure
            ? `Assay asks again by itself, next ${page.dates.nextAsk}.`
            : 'Assay goes on asking by itself; you can leave this page.'}
        </p>
      ) : null}
      {mayRetry ? (
        <PageForm name="continue-form" intent="continue" context={context} className="grid">
          {() => (
            <p>
              <SubmitButton look="secondary" busy="Asking…">
                Go on now
              </SubmitButton>
            </p>
          )}
        </PageForm>
      ) : null}
    </section>
  );
}
