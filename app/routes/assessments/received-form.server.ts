import { type DocumentOwner, receiveForm } from '#contract/documents.ts';
import { readFlatForm } from '../../components/risk/flat-form.server.ts';
import type { MainApi } from '../../main-api.server.ts';

/** A posted assessment with the files in it kept: their ids stand among its fields. */
export interface ReceivedAssessment {
  form: FormData;
  /** Sentences about files that were not kept, by field: `answers.<key>`. */
  errors: Record<string, string[]>;
}

const questionOf = (field: string) => (field.startsWith('files.') ? field.slice('files.'.length) : undefined);

/**
 * Reads a posted assessment. With files it goes to the API unread, which keeps them on `owner` and gives the texts back; so nothing
 * typed and no file is lost, whichever button was pressed. A form that the API cannot read is answered as such.
 */
export async function receiveAssessment(
  request: Request,
  api: MainApi,
  owner: DocumentOwner,
): Promise<ReceivedAssessment> {
  const isMultipart = /^multipart\/form-data/i.test(request.headers.get('Content-Type') ?? '');
  if (!isMultipart) return { form: await readFlatForm(request), errors: {} };
  const sent = await api.pass(receiveForm, { params: owner }, request);
  if (!sent.ok) {
    const { status, code, detail } = sent.problem;
    throw Response.json({ code, ...(detail === undefined ? {} : { detail }) }, { status });
  }
  const form = new FormData();
  for (const { name, value } of sent.value.fields) form.append(name, value);
  for (const { field, document } of sent.value.documents) {
    const name = `documents.${questionOf(field)}`;
    if (!form.getAll(name).includes(document.id)) form.append(name, document.id);
  }
  const errors: Record<string, string[]> = {};
  for (const { field, message } of sent.value.refused) {
    const name = `answers.${questionOf(field)}`;
    errors[name] = [...(errors[name] ?? []), message];
  }
  return { form, errors };
}
