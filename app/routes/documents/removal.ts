import { readDocument, removeDocument } from '#contract/documents.ts';
import { requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { readFlatForm, textIn } from '../../components/risk/flat-form.server.ts';
import { asMember } from '../../session.server.ts';
import { backToDocuments } from './owner-page.server.ts';

/** Removes a document with its reason; the panel that asked says what became of it. */
export const action = asMember(async ({ api, params, request }) => {
  const form = await readFlatForm(request);
  const id = params.id ?? '';
  const { document } = await api.call(readDocument, { params: { id } });
  const sent = await api.submit(removeDocument, {
    params: { id },
    body: { version: Number(textIn(form, 'version')), reason: textIn(form, 'reason') },
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) return backToDocuments(document, { kind: 'success', text: 'The document is removed.' });
  const sentences = Object.values(sent.problem.fields ?? {}).flat();
  const text = sentences.join(' ') || sent.problem.detail || `${sent.problem.title}.`;
  return backToDocuments(document, { kind: 'warning', text }, { query: `?remove=${id}` });
});
