import { stepOf } from '#rules/progress.ts';
import { businessVerificationPageTabs } from '#rules/verification-pages/business-tabs.ts';
import { DocumentsPanel } from '../../components/documents/documents-panel.tsx';
import { SubmittedEvidenceList } from '../../components/documents/submitted-evidence.tsx';
import { RecordHistory } from '../../components/record-history.tsx';
import { ExtractSection } from './extract-section.tsx';
import type { FormContext } from './forms.tsx';
import type { TabData, VerificationPage } from './loader.server.ts';
import { MismatchSection } from './mismatch-section.tsx';
import { OwnersSection } from './owners-section.tsx';
import { OwnershipSection } from './ownership-section.tsx';
import { RegisterSection } from './register-section.tsx';
import { VerifySection } from './verify-section.tsx';

interface TabProps {
  page: VerificationPage;
  context: FormContext;
}

/** The content of the tab that the URL names. */
export function VerificationTabContent({ page, context }: TabProps) {
  const { content, verification } = page;
  switch (content.tab) {
    case 'register':
      return <Register page={page} content={content} context={context} />;
    case 'ownership':
      return (
        <>
          <OwnershipSection page={page} content={content} context={context} />
          {verification.ownership ? <OwnersSection ownership={verification.ownership} /> : null}
        </>
      );
    case 'people':
      return <VerifySection page={page} context={context} />;
    case 'documents':
      return <Documents page={page} content={content} />;
    case 'history':
      return <History page={page} content={content} />;
  }
}

/** The search, until there is an extract; discrepancies before the extract itself. */
function Register({ page, content, context }: TabProps & { content: TabData<'register'> }) {
  const { verification, href, dates } = page;
  const { extract, mismatches, actions } = verification;
  const may = new Set(actions.map(({ action }) => action));
  const search = may.has('orderExtract') ? (
    <RegisterSection page={{ verification, href, candidates: content.candidates }} context={context} />
  ) : null;
  if (extract === null) return search ?? <p className="text-ink-soft">No register extract was ordered.</p>;
  return (
    <>
      {content.candidates ? search : null}
      <MismatchSection
        mismatches={mismatches}
        step={stepOf(page.progress.steps, 'comparison')}
        settledAt={dates.settled}
        canDecide={may.has('settle')}
        context={context}
      />
      <ExtractSection extract={extract} at={dates.extract} />
      {content.candidates ? null : search}
    </>
  );
}

function Documents({ page, content }: { page: VerificationPage; content: TabData<'documents'> }) {
  const { verification, ids, requestHref, mayWrite } = page;
  const canEdit = verification.actions.some(({ action }) => action === 'edit');
  return (
    <>
      <SubmittedEvidenceList evidence={content.submitted} clientId={ids.clientId} requestHref={requestHref} />
      <DocumentsPanel panel={content.documents} mayWrite={mayWrite && canEdit} />
    </>
  );
}

function History({ page, content }: { page: VerificationPage; content: TabData<'history'> }) {
  return (
    <RecordHistory
      href={page.href}
      newestHref={businessVerificationPageTabs.sectionUrl(page.ids, 'history')}
      entries={content.entries}
      isFirstPage={content.isFirstPage}
      nextBefore={content.nextBefore}
    />
  );
}
