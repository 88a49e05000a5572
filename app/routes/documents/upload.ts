import { type DocumentOwner, uploadDocuments } from '#contract/documents.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import { asMember } from '../../session.server.ts';
import { ownerHref } from './owner-page.server.ts';

function outcomeText(added: number, known: number): string {
  const said = [
    ...(added > 0 ? [added === 1 ? 'The document is added.' : `${added} documents are added.`] : []),
    ...(known > 0
      ? [`${known === 1 ? 'One file was' : `${known} files were`} here already, so nothing was added for it.`]
      : []),
  ];
  return said.join(' ');
}

/** The form of a documents panel: its body goes to the API unread, and the page that it stands on says what became of it. */
export const action = asMember(async ({ api, params, request }) => {
  const owner = { ownerType: params.ownerType, ownerId: params.ownerId } as DocumentOwner;
  const href = `${ownerHref(owner)}#documents`;
  const sent = await api.pass(uploadDocuments, { params: owner }, request);
  if (!sent.ok) {
    const sentences = Object.values(sent.problem.fields ?? {}).flat();
    const text = sentences.join(' ') || sent.problem.detail || `${sent.problem.title}.`;
    const { retryAfterSeconds } = sent.problem;
    const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
    return redirectWithFlash(href, { kind: 'warning', text: text.slice(0, mostFlashLength) }, { headers });
  }
  const { documents, refused } = sent.value;
  const known = documents.filter(({ isKnown }) => isKnown).length;
  const said = [outcomeText(documents.length - known, known), ...refused.map(({ message }) => message)];
  return redirectWithFlash(href, {
    kind: refused.length > 0 ? 'warning' : 'success',
    text: said.filter(Boolean).join(' ').slice(0, mostFlashLength),
  });
});

/** The message travels in a cookie. */
const mostFlashLength = 1500;
