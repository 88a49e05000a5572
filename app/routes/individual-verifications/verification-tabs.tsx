import type { ReactNode } from 'react';
import type { IdentityVerificationTab } from '#rules/verification-pages/identity-tabs.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { SubmittedEvidenceList } from '../../components/documents/submitted-evidence.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { Card } from '../../components/panel.tsx';
import { ActionConfirmation } from './action-forms.tsx';
import { BlockedActions } from './action-list.tsx';
import { Documents } from './documents.tsx';
import { ExceptionSection } from './exception.tsx';
import { Checks, Rules, Timeline } from './findings.tsx';
import type { FormFrame } from './form-layout.tsx';
import { getOpenDocumentId, type OpenForms } from './open-forms.ts';
import { Statements } from './statements.tsx';
import type { VerificationPageData } from './verification-page.server.ts';

interface TabProps {
  page: VerificationPageData;
  open: OpenForms;
  frame: FormFrame;
}

/** The content of the tab that the URL names. */
export function VerificationTabContent(props: TabProps) {
  const { page } = props;
  const { verification, content } = page;
  if (content.tab === 'documents')
    return <DocumentsPanel panel={content.panel} mayWrite={page.canAddFiles} />;
  const panels: Record<Exclude<IdentityVerificationTab, 'documents'>, ReactNode> = {
    evidence: <Evidence {...props} />,
    submitted: (
      <SubmittedEvidenceList
        evidence={verification.submittedEvidence}
        clientId={verification.client.id}
        requestHref={page.requestHref}
      />
    ),
    rules: <Rules verification={verification} />,
    history: <Timeline verification={verification} />,
  };
  return panels[content.tab];
}

/** What the verification rests on: consent or another basis, identity documents, and checks. */
function Evidence({ page, open, frame }: TabProps) {
  const { verification } = page;
  return (
    <>
      <PrivateLink link={verification.linkToHandOver} />
      <ActSection page={page} open={open} frame={frame} />
      <Statements page={page} open={open} />
      <Documents page={page} open={open} />
      <Checks page={page} open={open} />
      <ExceptionSection page={page} open={open} />
      <LinkFacts verification={verification} />
    </>
  );
}

/** The link to give to the person, if the sender chose to share it personally. */
function PrivateLink({ link }: { link: string | null }) {
  if (!link) return null;
  return (
    <div className="notice grid gap-1 print:hidden">
      <label htmlFor="link-to-hand-over">Private link – share only with this person</label>
      <input id="link-to-hand-over" readOnly value={link} />
    </div>
  );
}

/** The form of the current action, and what is not possible yet. */
function ActSection({ page, open, frame }: TabProps) {
  const { verification, opened, company, meeting } = page;
  return (
    <section id="act" className="grid gap-4 scroll-mt-4 empty:absolute" aria-label="Actions">
      <SectionMessage at="act" />
      {open.action ? (
        <Card>
          <ActionConfirmation
            key={open.action}
            action={open.action}
            documentType={opened.documentType}
            documentId={getOpenDocumentId(page, frame.result)}
            verification={verification}
            company={company}
            meeting={meeting}
            frame={frame}
          />
        </Card>
      ) : (
        <BlockedActions page={page} isShown={(action) => action !== 'runChecks'} />
      )}
    </section>
  );
}

/** Facts about the link and the photos taken through it. */
function LinkFacts({ verification }: Pick<VerificationPageData, 'verification'>) {
  const { sentTo, channel } = verification;
  return (
    <DescriptionList
      card
      facts={[
        { label: 'Link', value: sentTo ?? (channel === 'link' ? 'Copied' : null) },
        { label: 'Link expires', value: verification.linkExpiresLabel },
        { label: 'Next automatic retry', value: verification.nextTryLabel },
        { label: 'Photos', value: verification.imagesLabel },
      ]}
    />
  );
}
