import { DocumentsPanel } from '../../../components/documents/documents-panel.tsx';
import { RequestsPanel } from '../../document-requests/panel.tsx';
import { EvidencePanel } from '../../evidence-packs/panel.tsx';
import type { ClientTabProps } from './tab-props.ts';

/** Document requests, documents, and evidence packs. */
export default function DocumentsTab({ loaded, content, result }: ClientTabProps<'documents'>) {
  return (
    <>
      <RequestsPanel panel={content.requests} result={result?.panel === 'request' ? result : undefined} />
      <DocumentsPanel panel={content.documents} mayWrite={loaded.mayWrite} />
      <EvidencePanel panel={content.evidence} />
    </>
  );
}
