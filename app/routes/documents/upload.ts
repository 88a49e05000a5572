import { type DocumentOwner, uploadDocuments } from '#contract/documents.ts';
import { asMember } from '../../session.server.ts';
import { backToDocuments } from './owner-page.server.ts';

function outcomeText(added: number, known: number): string {
  const said = [
    ...(added > 0 ? [added === 1 ? 'The document is added.' : `${added} documents are added.`] : []),
    ...(known > 0
      ? [
          known === 1
            ? 'One file was here already, so nothing was added for it.'
            : `${known} files were here already, so nothing was added for them.`,
        ]
      : []),
  ];
  return said.join(' ');
}

/** The form of a documents panel: its body goes to the API unread, and the page that it stands on says what became of it. */
export const action = asMember(async ({ api, params, request }) => {
  const owner = { ownerType: params.ownerType, ownerId: params.ownerId } as DocumentOwner;
  const sent = await api.pass(uploadDocuments, { params: owner }, request);
  if (!sent.ok) {
    const sentences = Object.values(sent.problem.fields ?? {}).flat();
    const text = sentences.join(' ') || sent.problem.detail || `${sent.problem.title}.`;
    const { retryAfterSeconds } = sent.problem;
    const headers = new Headers();
    if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
    return backToDocuments(owner, { kind: 'warning', text }, { headers });
  }
  const { documents, refused } = sent.value;
  const known = documents.filter(({ isKnown }) => isKnown).length;
  const said = [outcomeText(documents.length - known, known), ...refused.map(({ message }) => message)];
  return backToDocuments(owner, {
    kind: refused.length > 0 ? 'warning' : 'success',
    text: said.filter(Boolean).join(' '),
  });
});
