import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { identityVerificationPageTabs } from '#rules/verification-pages/identity-tabs.ts';
import { StaleForm } from '../../components/forms/stale-form.tsx';
import { Polling } from '../../components/polling.tsx';
import { PrintHeading } from '../../components/print-heading.tsx';
import { useSectionTab } from '../../components/record-page/section-tab.ts';
import { asMember } from '../../session/session.server.ts';
import { handleIdentityVerification, type VerificationResult } from './actions.server.ts';
import { DecisionPanel } from './decision.tsx';
import { getOpenForms, isRejectedFormShown } from './open-forms.ts';
import { VerificationHeader } from './verification-header.tsx';
import { loadVerificationPage, type VerificationPageData } from './verification-page.server.ts';
import { VerificationTabContent } from './verification-tabs.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: pageTitle(
      data ? `Identity verification: ${data.verification.client.displayName}` : 'Identity verification',
      'Clients',
    ),
  },
];

export const loader = asMember(loadVerificationPage);

export const action = asMember(handleIdentityVerification);

export default function ViewVerification() {
  const page = useLoaderData<typeof loader>() as VerificationPageData;
  const result = useActionData<typeof action>() as VerificationResult | undefined;
  const { verification, ids, content, printHeading } = page;
  const open = getOpenForms(page, result);
  const frame = { version: verification.version, requestKey: page.requestKey, href: page.href, result };
  useSectionTab(identityVerificationPageTabs, ids, content.tab);
  return (
    <>
      <PrintHeading text={printHeading} />
      <VerificationHeader page={page} open={open} />
      {verification.status === 'processing' ? (
        <RunningChecks page={page} mayReload={result === undefined} />
      ) : null}
      <StaleForm result={result} isShown={result !== undefined && isRejectedFormShown(page, open, result)} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
        <div className="grid min-w-0 gap-5 *:mt-0">
          <VerificationTabContent page={page} open={open} frame={frame} />
        </div>
        <DecisionPanel page={page} open={open} frame={frame} />
      </div>
    </>
  );
}

/** Time between reloads while checks are running. */
const pollSeconds = 3;

/** The page loads again until there are results; chosen files of a form would be lost by that. */
function RunningChecks({ page: { content }, mayReload }: { page: VerificationPageData; mayReload: boolean }) {
  return (
    <div className="notice mt-4" role="status">
      Checks are running. Results appear here.
      {content.tab === 'documents' ? null : <Polling everySeconds={pollSeconds} mayReload={mayReload} />}
    </div>
  );
}
