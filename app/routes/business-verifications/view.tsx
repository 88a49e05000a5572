import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { pageTitle } from '#app/document/page-title.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { formatMoney } from '#rules/format/money.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { Badge } from '../../components/badge.tsx';
import type { Fact } from '../../components/description-list.tsx';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { SubmittedEvidenceList } from '../../components/documents/submitted-evidence.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { statusBadges } from '../../components/ownership/verification-labels.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import { RecordHeader } from '../../components/record-header.tsx';
import { RecordHistory } from '../../components/record-history.tsx';
import { asMember } from '../../session/session.server.ts';
import { handleBusinessVerification, type VerificationResult } from './actions.server.ts';
import { DecisionSection } from './decision-section.tsx';
import { ExtractSection } from './extract-section.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import { readVerificationPage, type VerificationPage } from './loader.server.ts';
import { MismatchSection } from './mismatch-section.tsx';
import { OwnersSection } from './owners-section.tsx';
import { OwnershipSection } from './ownership-section.tsx';
import { RegisterSection } from './register-section.tsx';
import { VerifySection } from './verify-section.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: pageTitle(
      data ? `Business verification: ${data.verification.client.name}` : 'Business verification',
      'Clients',
    ),
  },
];

export const loader = asMember(readVerificationPage);

export const action = asMember(handleBusinessVerification);

export default function ViewBusinessVerification() {
  const noun = useActivityNoun();
  const page = useLoaderData<typeof loader>() as VerificationPage;
  const result = useActionData<typeof action>() as VerificationResult | undefined;
  const { verification, href, dates, history, isFirstPage, nextBefore, printHeading } = page;
  const { client, extract, ownership, mismatches } = verification;
  const context: FormContext = { version: verification.version, requestKey: page.requestKey, result };
  const may = new Set(verification.actions.map(({ action }) => action));
  return (
    <>
      <PrintHeading text={printHeading} />
      <RecordHeader
        back={{ to: `/clients/${client.id}`, label: client.name }}
        title={`Verification of ${client.name}`}
        facts={getVerificationFacts(page, noun)}
      />
      <PendingExtractOrder page={page} context={context} />
      {may.has('orderExtract') ? <RegisterSection page={page} context={context} /> : null}
      {extract ? <ExtractSection extract={extract} at={dates.extract} /> : null}
      {extract ? (
        <MismatchSection
          mismatches={mismatches}
          settledAt={dates.settled}
          canDecide={may.has('settle')}
          context={context}
        />
      ) : null}
      <OwnershipSection page={page} context={context} />
      {ownership ? <OwnersSection ownership={ownership} /> : null}
      {ownership ? <VerifySection page={page} context={context} /> : null}
      <SubmittedEvidenceList
        evidence={page.submittedEvidence}
        clientId={client.id}
        requestHref={page.requestHref}
      />
      <DecisionSection page={page} context={context} />
      <DocumentsPanel panel={page.documents} mayWrite={page.mayWrite && may.has('edit')} />
      <RecordHistory href={href} entries={history} isFirstPage={isFirstPage} nextBefore={nextBefore} />
      <p className="hint mt-4">
        Started {dates.created} by {verification.startedBy.name}
      </p>
    </>
  );
}

/** Current key facts. */
function getVerificationFacts(page: VerificationPage, noun: ActivityNoun): Fact[] {
  const { status, ownership, actualCost, mustVerify } = page.verification;
  const verified = mustVerify.filter(({ client }) => client?.isVerified).length;
  return [
    {
      label: 'Status',
      value: <Badge by={statusBadges[status]}>{verificationLifecycle.labels[status]}</Badge>,
    },
    { label: 'Extract', value: page.dates.extract ?? 'None yet' },
    { label: 'Unresolved ownership', value: ownership ? `${ownership.unresolvedPercent}%` : 'Not known yet' },
    {
      label: 'Must be verified',
      value: ownership ? `${verified} of ${mustVerify.length} verified` : 'Not known yet',
    },
    { label: 'Cost so far', value: formatMoney(actualCost.amount, actualCost.currency) },
    { label: noun.title, value: page.verification.activity?.reference },
    { label: 'Evidence valid until', value: page.dates.evidenceExpires },
  ];
}

/** Time between reloads while register requests are running. */
const pollIntervalMs = 3_000;

/** Register requests that are running or have failed. Script reloads the page; without script a button does. */
function PendingExtractOrder({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { pendingExtracts, lastFailure, actions } = page.verification;
  const { revalidate, state } = useRevalidator();
  const isAsking = pendingExtracts !== null && lastFailure === null;
  useEffect(() => {
    if (!isAsking || state !== 'idle') return;
    const timer = setTimeout(revalidate, pollIntervalMs);
    return () => clearTimeout(timer);
  }, [isAsking, state, revalidate]);
  if (pendingExtracts === null && lastFailure === null) return null;
  const canRetry = pendingExtracts !== null && actions.some(({ action }) => action === 'retry');
  return (
    <section
      id="pending-extracts"
      className={`notice ${lastFailure ? 'notice-warning' : ''} mt-4 grid gap-3 print:hidden`}
      aria-label="Ordering extracts"
      role="status"
    >
      {lastFailure ? <p>{lastFailure.message}</p> : null}
      {pendingExtracts ? (
        <p>
          {pendingExtracts.kind === 'expand' ? `${pendingExtracts.asked} extracts received. ` : ''}
          {lastFailure
            ? `Automatic retry at ${page.dates.nextQueryAt}.`
            : 'Continues in the background; you can leave this page.'}
        </p>
      ) : null}
      {canRetry ? (
        <PageForm name="continue-form" intent="continue" context={context} className="grid">
          {() => (
            <p>
              <SubmitButton variant="secondary" busy="Continuing…">
                Continue now
              </SubmitButton>
            </p>
          )}
        </PageForm>
      ) : null}
    </section>
  );
}
