import { type MetaFunction, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { readVerification } from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { verificationMethodLabels } from '#rules/identity-verification/evidence.ts';
import { isClosedIdentityVerification, verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { Badge } from '../../components/badge.tsx';
import type { Fact } from '../../components/description-list.tsx';
import { readDocumentsPanel } from '../../components/documents/document-views.server.ts';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { SubmittedEvidenceList } from '../../components/documents/submitted-evidence.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { WarningBox } from '../../components/forms/warning-box.tsx';
import { formerIdentityBadge } from '../../components/identity-verification/former-identity.ts';
import { Card } from '../../components/panel.tsx';
import { formatPrintHeading } from '../../components/print-heading.server.ts';
import { PrintHeading } from '../../components/print-heading.tsx';
import { RecordHeader } from '../../components/record-header.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { canRequestDocuments } from '../document-requests/can-request.server.ts';
import { ActionConfirmation } from './action-forms.tsx';
import { ActionList } from './action-list.tsx';
import { handleIdentityVerification, type VerificationResult } from './actions.server.ts';
import { verificationBadges } from './badges.ts';
import { Outcome } from './decision.tsx';
import { Documents } from './documents.tsx';
import { Checks, Rules, Timeline } from './findings.tsx';
import type { FormFrame } from './form-layout.tsx';
import { Statements } from './statements.tsx';
import { toVerificationView, type VerificationView } from './verification-view.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: pageTitle(
      data ? `Identity verification: ${data.verification.client.displayName}` : 'Identity verification',
      'Clients',
    ),
  },
];

/** Placeholder for the client's id, in a URL built only from the verification's id. */
const anyClient = 'of';

/** Whether a document must be retained. */
const isUnchangedPlan = ({ documents }: IndividualVerification, documentId: string | null) =>
  documents.some(({ id, retainedBecause }) => id === documentId && retainedBecause !== null);

export const loader = asMember(async ({ api, me, params, url, requestId }) => {
  const id = params.verificationId ?? '';
  const [session, verification, documents] = await Promise.all([
    me(),
    api.call(readVerification, { params: { id } }),
    readDocumentsPanel(api, { ownerType: 'individualVerification', ownerId: id }, url),
  ]);
  const href = `/clients/${verification.client.id}/individual_verifications/${id}`;
  if (params.clientId === anyClient) throw redirect(`${href}${url.search}`);
  if (params.clientId !== verification.client.id)
    throw errorResponse(404, { code: 'record.notFound', requestId });
  const { company } = session;
  return {
    verification: toVerificationView(verification, session),
    href,
    documents: documents(session),
    requestHref: canRequestDocuments(session, verification.status)
      ? `/clients/${verification.client.id}?request=new&for=${id}#requests`
      : null,
    canAddFiles: may(session, 'records.write') && !isClosedIdentityVerification(verification.status),
    fromUrl: {
      action:
        verification.actions.find(
          ({ action, blockers }) =>
            action === url.searchParams.get('do') &&
            blockers.length === 0 &&
            // Why it is retained is said beside the document.
            !(action === 'removeDocument' && isUnchangedPlan(verification, url.searchParams.get('document'))),
        )?.action ?? null,
      documentType: url.searchParams.get('type'),
      documentId: url.searchParams.get('document'),
    },
    company: { country: company.billingCountryCode, regulatedIn: company.regulatedIn },
    meeting: { metBy: session.member.name, metOn: companyDay(new Date(), company.timeZone) },
    printHeading: formatPrintHeading(session, new Date()),
    requestKey: newRequestKey(),
  };
});

export const action = asMember(handleIdentityVerification);

export default function ViewVerification() {
  const noun = useActivityNoun();
  const page = useLoaderData<typeof loader>();
  const { verification, href, documents, requestHref, canAddFiles, fromUrl, printHeading, requestKey } = page;
  const result = useActionData<typeof action>() as VerificationResult | undefined;
  const frame = { version: verification.version, requestKey, href, result };
  const rejectedAction = verification.actions.find(({ action }) => action === result?.intent)?.action;
  const action = rejectedAction ?? fromUrl.action;
  const { client, status } = verification;
  return (
    <>
      <PrintHeading text={printHeading} />
      <RecordHeader
        back={{ to: clientSectionUrl(client.id, 'verifications'), label: client.displayName }}
        title={`Identity of ${client.displayName}`}
        about={verificationMethodLabels[verification.method]}
        facts={getVerificationFacts(verification, noun)}
      />
      <PrivateLink link={verification.linkToHandOver} />
      <Stale result={result} action={action ?? null} actions={verification.actions} />
      {status === 'processing' ? (
        <p className="notice mt-4 max-w-form" role="status">
          Checks are running. <Link to={href}>Refresh</Link> for results.
        </p>
      ) : null}
      <ActSection page={page} result={result} frame={frame} action={action ?? null} />
      <Outcome verification={verification} frame={frame} />
      <Statements verification={verification} />
      <Documents verification={verification} href={href} />
      <SubmittedEvidenceList
        evidence={verification.submittedEvidence}
        clientId={client.id}
        requestHref={requestHref}
      />
      <Checks verification={verification} />
      <Rules verification={verification} />
      <DocumentsPanel panel={documents} mayWrite={canAddFiles} />
      <Timeline verification={verification} />
      <p className="hint mt-4">Started {verification.startedLabel}</p>
    </>
  );
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

/** The link to give to the person, if the sender chose to share it personally. */
function PrivateLink({ link }: { link: string | null }) {
  if (!link) return null;
  return (
    <div className="notice mt-4 grid max-w-form gap-1 print:hidden">
      <label htmlFor="link-to-hand-over">Private link – share only with this person</label>
      <input id="link-to-hand-over" readOnly value={link} />
    </div>
  );
}

/** The form of the current action, or links to the actions available. */
function ActSection({
  page: { verification, href, fromUrl, company, meeting },
  result,
  frame,
  action,
}: {
  page: Page;
  result: VerificationResult | undefined;
  frame: FormFrame;
  action: Page['fromUrl']['action'];
}) {
  const typed = result?.reply.initialValue as { documentId?: unknown } | undefined;
  return (
    <section id="act" className="mt-4 grid gap-4 scroll-mt-4" aria-label="Actions">
      <SectionMessage at="act" />
      {action ? (
        <Card>
          <ActionConfirmation
            key={action}
            action={action}
            documentType={fromUrl.documentType}
            documentId={fromUrl.documentId ?? String(typed?.documentId ?? '')}
            verification={verification}
            company={company}
            meeting={meeting}
            frame={frame}
          />
        </Card>
      ) : (
        <ActionList verification={verification} href={href} />
      )}
    </section>
  );
}

/** An error whose form no longer exists because the verification changed meanwhile, with the typed reason. */
function Stale({
  result,
  action,
  actions,
}: {
  result: VerificationResult | undefined;
  action: string | null;
  actions: VerificationView['actions'];
}) {
  if (result === undefined || result.intent === action) return null;
  const canDecide = actions.some(
    (move) => move.action === 'decideVerified' || move.action === 'decideNotVerified',
  );
  if (result.intent === 'decide' && canDecide) return null;
  const messages = Object.values(result.reply.error ?? {}).flatMap((texts) => texts ?? []);
  const { reason } = (result.reply.initialValue ?? {}) as { reason?: unknown };
  return (
    <div className="mt-4 max-w-form">
      <WarningBox id="stale" kind="danger" heading={messages.join(' ')} reply={result}>
        {typeof reason === 'string' && reason !== '' ? (
          <p className="whitespace-pre-line">Your text: {reason}</p>
        ) : null}
      </WarningBox>
    </div>
  );
}

function getVerificationFacts(verification: VerificationView, noun: ActivityNoun): Fact[] {
  const { status, sentTo, channel, identityChangedText } = verification;
  return [
    {
      label: 'Status',
      value: identityChangedText ? (
        <Badge by={formerIdentityBadge}>Does not count</Badge>
      ) : (
        <Badge by={verificationBadges[status]}>{verificationLifecycle.labels[status]}</Badge>
      ),
    },
    { label: 'Verified', value: verification.verifiedLabel },
    { label: 'Evidence valid until', value: verification.evidenceExpiresLabel },
    { label: 'Link', value: sentTo ?? (channel === 'link' ? 'Copied' : null) },
    { label: 'Link expires', value: verification.linkExpiresLabel },
    { label: 'Next automatic retry', value: verification.nextTryLabel },
    { label: noun.title, value: verification.activity?.reference },
    { label: 'Photos', value: verification.imagesLabel },
  ];
}
