import {
  confirmDocumentRemoval,
  readDocument,
  removeDocument,
  withdrawDocumentRemoval,
} from '#contract/documents/documents.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { formActions, onSubmit } from '../../components/forms/form-actions.server.ts';
import { getRequestKey, typedTextIn } from '../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { asMember } from '../../session/session.server.ts';
import { formPage, withFailuresOnPage } from './failures.server.ts';
import { backToDocuments } from './owner-url.server.ts';

type Sent = { ok: true; value: EndpointResponse<typeof removeDocument> } | { ok: false; problem: Problem };

/** Submits one of a document's removal forms and redirects back to its panel. */
async function removal({ api, params }: MemberArgs, send: (id: string) => Promise<Sent>) {
  const id = params.id ?? '';
  const { document } = await api.call(readDocument, { params: { id } });
  const sent = await send(id);
  if (sent.ok) {
    const { purgedAt, removal } = sent.value;
    const text =
      purgedAt !== null
        ? 'Document removed.'
        : removal !== null
          ? 'Removal requested. Another owner or compliance officer must confirm.'
          : 'Removal request withdrawn.';
    return backToDocuments(document, { kind: 'success', text });
  }
  const messages = Object.values(sent.problem.fields ?? {}).flat();
  const text = messages.join(' ') || sent.problem.detail || `${sent.problem.title}.`;
  return backToDocuments(document, { kind: 'warning', text }, { query: `?remove=${id}` });
}

const submits =
  (
    endpoint: typeof removeDocument | typeof confirmDocumentRemoval | typeof withdrawDocumentRemoval,
    fields: readonly string[],
  ) =>
  (args: MemberArgs, form: FormData) =>
    removal(args, (id) =>
      args.api.submitForm(endpoint, {
        params: { id },
        body: Object.fromEntries(fields.map((name) => [name, typedTextIn(form, name)])),
        requestKey: getRequestKey(form),
      }),
    );

const handleForm = onSubmit(
  formActions({
    remove: submits(removeDocument, ['version', 'reason']),
    confirm: submits(confirmDocumentRemoval, ['version']),
    withdraw: submits(withdrawDocumentRemoval, ['version']),
  }),
);

/** Removes a document with a reason, or requests, confirms or withdraws its removal; the form’s page shows the result. */
export const action = asMember(withFailuresOnPage(handleForm, formPage));
