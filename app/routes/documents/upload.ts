import { type DocumentOwner, type ReceivedForm, receiveForm } from '#contract/documents/documents.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { asMember } from '../../session/session.server.ts';
import { withFailuresOnPage } from './failures.server.ts';
import { backToDocuments, documentsHref } from './owner-url.server.ts';

function formatOutcome(added: number, known: number): string {
  const messages = [
    ...(added > 0 ? [added === 1 ? 'Document added.' : `${added} documents added.`] : []),
    ...(known > 0
      ? [
          known === 1
            ? '1 file already existed and was not added again.'
            : `${known} files already existed and were not added again.`,
        ]
      : []),
  ];
  return messages.join(' ');
}

/** Values of the form besides the files, to fill it in again. */
function chosenIn({ fields }: ReceivedForm): string {
  const chosen = new URLSearchParams();
  for (const name of ['documentType', 'documentValidTo']) {
    const value = fields.findLast((field) => field.name === name)?.value;
    if (value) chosen.set(name, value.slice(0, 40));
  }
  return chosen.size > 0 ? `?${chosen}` : '';
}

const ownerIn = ({ params }: MemberArgs) =>
  ({ ownerType: params.ownerType, ownerId: params.ownerId }) as DocumentOwner;

async function upload(args: MemberArgs) {
  const { api, request } = args;
  const owner = ownerIn(args);
  const sent = await api.pass(receiveForm, { params: owner }, request);
  if (!sent.ok) {
    const messages = Object.values(sent.problem.fields ?? {}).flat();
    const text = messages.join(' ') || sent.problem.detail || `${sent.problem.title}.`;
    const { retryAfterSeconds } = sent.problem;
    const headers = new Headers();
    if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
    return backToDocuments(owner, { kind: 'warning', text }, { headers });
  }
  const { documents, refused: rejectedFiles } = sent.value;
  const usable = documents.filter(({ document }) => document.scanStatus !== 'infected');
  const known = usable.filter(({ isKnown }) => isKnown).length;
  const isNothing = documents.length === 0 && rejectedFiles.length === 0;
  const messages = [
    isNothing ? 'Select a file to add.' : formatOutcome(usable.length - known, known),
    ...rejectedFiles.map(({ message }) => message),
  ];
  const isWhole = rejectedFiles.length === 0 && !isNothing;
  return backToDocuments(
    owner,
    { kind: isWhole ? 'success' : 'warning', text: messages.filter(Boolean).join(' ') },
    isWhole ? {} : { query: chosenIn(sent.value) },
  );
}

/** The upload of a documents panel: streams the body to the API unread; the form’s page shows the result. */
export const action = asMember(withFailuresOnPage(upload, (args) => documentsHref(ownerIn(args))));
