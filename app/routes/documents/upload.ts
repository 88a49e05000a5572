import { type DocumentOwner, type ReceivedForm, receiveForm } from '#contract/documents.ts';
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

/** What was chosen besides the files, for the form that stands there again. */
function chosenIn({ fields }: ReceivedForm): string {
  const chosen = new URLSearchParams();
  for (const name of ['documentType', 'documentValidTo']) {
    const value = fields.findLast((field) => field.name === name)?.value;
    if (value) chosen.set(name, value.slice(0, 40));
  }
  return chosen.size > 0 ? `?${chosen}` : '';
}

/** The form of a documents panel: its body goes to the API unread, and the page that it stands on says what became of it. */
export const action = asMember(async ({ api, params, request }) => {
  const owner = { ownerType: params.ownerType, ownerId: params.ownerId } as DocumentOwner;
  const sent = await api.pass(receiveForm, { params: owner }, request);
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
  const isNothing = documents.length === 0 && refused.length === 0;
  const said = [
    isNothing ? 'Choose a file to add.' : outcomeText(documents.length - known, known),
    ...refused.map(({ message }) => message),
  ];
  const isWhole = refused.length === 0 && !isNothing;
  return backToDocuments(
    owner,
    { kind: isWhole ? 'success' : 'warning', text: said.filter(Boolean).join(' ') },
    isWhole ? {} : { query: chosenIn(sent.value) },
  );
});
