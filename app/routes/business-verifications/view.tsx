import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { businessVerificationPageTabs } from '#rules/verification-pages/business-tabs.ts';
import { StaleForm } from '../../components/forms/stale-form.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { Polling } from '../../components/polling.tsx';
import { PrintHeading } from '../../components/print-heading.tsx';
import { useSectionTab } from '../../components/record-page/section-tab.ts';
import { asMember } from '../../session/session.server.ts';
import { handleBusinessVerification, type VerificationResult } from './actions.server.ts';
import { DecisionPanel } from './decision-section.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import { readVerificationPage, type VerificationPage } from './loader.server.ts';
import { getOpenDecision, isRejectedFormShown } from './open-forms.ts';
import { VerificationHeader } from './verification-header.tsx';
import { VerificationTabContent } from './verification-tabs.tsx';

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
  const page = useLoaderData<typeof loader>() as VerificationPage;
  const result = useActionData<typeof action>() as VerificationResult | undefined;
  const { verification, ids, content, opened, printHeading, requestKey } = page;
  const context: FormContext = {
    version: verification.version,
    requestKey,
    result,
    tabHref: businessVerificationPageTabs.tabUrl(ids, content.tab),
  };
  const decision = getOpenDecision(page, result);
  const isFormOpen = decision !== null || [opened.add, opened.change, opened.remove].some(Boolean);
  useSectionTab(businessVerificationPageTabs, ids, content.tab);
  return (
    <>
      <PrintHeading text={printHeading} />
      <VerificationHeader page={page} isFormOpen={isFormOpen} />
      <PendingExtractOrder page={page} context={context} isFormOpen={decision !== null} />
      <StaleForm result={result} isShown={result !== undefined && isRejectedFormShown(page, result)} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="grid min-w-0 gap-5 *:mt-0">
          <VerificationTabContent page={page} context={context} />
        </div>
        <DecisionPanel page={page} open={decision} context={context} />
      </div>
    </>
  );
}

/** Time between reloads while register requests are running. */
const pollSeconds = 3;

/** Register requests that are running or have failed. The page loads again until they are answered, unless that would lose an entry. */
function PendingExtractOrder({
  page,
  context,
  isFormOpen,
}: {
  page: VerificationPage;
  context: FormContext;
  isFormOpen: boolean;
}) {
  const { pendingExtracts, lastFailure, actions } = page.verification;
  if (pendingExtracts === null && lastFailure === null) return null;
  const canRetry = pendingExtracts !== null && actions.some(({ action }) => action === 'retry');
  const isRunning = pendingExtracts !== null && lastFailure === null;
  return (
    <section
      id="pending-extracts"
      className={`notice ${lastFailure ? 'notice-warning' : ''} mt-4 grid gap-3 print:hidden`}
      aria-label="Ordering extracts"
      role="status"
    >
      {isRunning && !isFormOpen && page.content.tab !== 'documents' ? (
        <Polling everySeconds={pollSeconds} mayReload={context.result === undefined} />
      ) : null}
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
