import { type DocumentOwner, receiveForm } from '#contract/documents/documents.ts';
import { getFormFromFields, readForm, templateFormLimits } from '../../components/forms/parse-form.server.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';

/** A submitted assessment whose files have been stored: their ids are among its fields. */
export interface ReceivedAssessment {
  form: FormData;
  /** Messages about files that were not stored, by field: `answers.<key>`. */
  errors: Record<string, string[]>;
}

const getQuestion = (field: string) =>
  field.startsWith('files.') ? field.slice('files.'.length) : undefined;

/**
 * Reads a posted assessment. With files it is streamed to the API unread, which stores the files on `owner` and returns the texts;
 * so no input and no file is lost, whichever button was pressed. A form that the API cannot parse is answered accordingly.
 */
export async function receiveAssessment(
  request: Request,
  api: MainApi,
  owner: DocumentOwner,
): Promise<ReceivedAssessment> {
  const isMultipart = /^multipart\/form-data/i.test(request.headers.get('Content-Type') ?? '');
  if (!isMultipart) return { form: await readForm(request, templateFormLimits), errors: {} };
  const sent = await api.pass(receiveForm, { params: owner }, request);
  if (!sent.ok) {
    const { status, code, detail } = sent.problem;
    throw Response.json({ code, ...(detail === undefined ? {} : { detail }) }, { status });
  }
  const form = getFormFromFields(sent.value.fields, templateFormLimits);
  for (const { field, document } of sent.value.documents) {
    if (document.scanStatus === 'infected') continue;
    const name = `documents.${getQuestion(field)}`;
    if (!form.getAll(name).includes(document.id)) form.append(name, document.id);
  }
  const errors: Record<string, string[]> = {};
  for (const { field, message } of sent.value.refused) {
    const name = `answers.${getQuestion(field)}`;
    errors[name] = [...(errors[name] ?? []), message];
  }
  return { form, errors };
}
