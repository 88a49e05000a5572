import { useActionData, useLoaderData, useOutletContext } from '@remix-run/react';
import { toDocumentsPanel } from '../../../components/documents/document-views.server.ts';
import { DocumentsPanel } from '../../../components/documents/documents-panel.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { formActions, onSubmit } from '../../../components/forms/form-actions.server.ts';
import { asMember } from '../../../session/session.server.ts';
import { handleRequestAction } from '../../document-requests/actions.server.ts';
import { readRequestsPanel } from '../../document-requests/panel.server.ts';
import { RequestsPanel } from '../../document-requests/panel.tsx';
import { readEvidencePanel } from '../../evidence-packs/panel.server.ts';
import { EvidencePanel } from '../../evidence-packs/panel.tsx';
import { type ClientPageData, clientTab } from './client-page.server.ts';

export { ErrorInLayout as ErrorBoundary };

export const loader = asMember(
  clientTab('documents', async (args, page) => {
    const [requests, { client, content }, evidence, session] = await Promise.all([
      readRequestsPanel(
        args,
        page.then((found) => found.content.requests),
      ),
      page,
      readEvidencePanel(args, 'client', args.params.id ?? ''),
      args.me(),
    ]);
    const owner = { ownerType: 'client', ownerId: client.id } as const;
    return {
      requests: requests(client),
      documents: toDocumentsPanel(content.documents, owner, args.url)(session),
      evidence,
    };
  }),
);

export const action = asMember(onSubmit(formActions({ request: handleRequestAction }, { field: 'panel' })));

/** Document requests, documents, and evidence packs. */
export default function DocumentsTab() {
  const { mayWrite } = useOutletContext<ClientPageData>();
  const { requests, documents, evidence } = useLoaderData<typeof loader>();
  return (
    <>
      <RequestsPanel panel={requests} result={useActionData<typeof action>()} />
      <DocumentsPanel panel={documents} mayWrite={mayWrite} />
      <EvidencePanel panel={evidence} />
    </>
  );
}
