import {
  cutRequestForm,
  type PublicRequest,
  type ReceivedRequestForm,
  readPublicRequest,
  receiveRequestForm,
} from '#contract/document-requests/public-document-request.ts';
import type { Problem } from '#contract/errors.ts';
import { getFormFromFields, readForm, textIn } from '../../components/forms/parse-form.server.ts';
import type { RecipientArgs } from './recipient.server.ts';

export type RequestItem = PublicRequest['items'][number];

/** A post of the page: its text fields, the request after its files were saved, and the result for each file. */
export interface PostedForm {
  form: FormData;
  request: PublicRequest;
  items: ReceivedRequestForm['items'];
}

/** The text fields of one item, without the item's prefix. */
export function getItemTexts(form: FormData, { id: itemId }: RequestItem): FormData {
  const texts = new FormData();
  for (const [name, value] of form) {
    if (name.startsWith(`${itemId}.`) && typeof value === 'string')
      texts.append(name.slice(itemId.length + 1), value);
  }
  return texts;
}

const parts = ['find', 'addressLine1', 'addressLine2', 'suburb', 'state', 'postcode', 'city'];
const typed = [
  'name',
  'dateOfBirth',
  'documentNumber',
  'documentExpiry',
  ...parts.map((part) => `address.${part}`),
];

/** Whether any detail of an item was typed; a country alone does not count. */
export const isFilled = (texts: FormData): boolean => typed.some((name) => textIn(texts, name).trim() !== '');

export interface PostArgs extends RecipientArgs {
  /** The API's response to a form with files. */
  received: ReceivedRequestForm | undefined;
}

/**
 * Reads a post of the page. A form with files is streamed to the API, which saves what it can, whichever button was pressed, and returns
 * the text fields. A form without files, such as the start form, is read here.
 */
export async function readPost({
  recipient,
  request,
}: RecipientArgs): Promise<
  | { ok: true; form: FormData; received: ReceivedRequestForm | undefined }
  | { ok: false; problem: Problem; form?: FormData }
> {
  const isUpload = /^multipart\/form-data\b/i.test(request.headers.get('Content-Type') ?? '');
  if (!isUpload) return { ok: true, form: await readForm(request), received: undefined };
  const sent = await recipient.pass(receiveRequestForm, {}, request);
  if (!sent.ok) {
    const cut = cutRequestForm.safeParse(sent.problem.current);
    return cut.success ? { ...sent, form: getFormFromFields(cut.data.fields) } : sent;
  }
  return { ok: true, form: getFormFromFields(sent.value.fields), received: sent.value };
}

/** The post with its request, which came with the files or is read now. */
export async function readPosted({ recipient, received }: PostArgs, form: FormData): Promise<PostedForm> {
  const { request, items } = received ?? { request: await recipient.call(readPublicRequest, {}), items: [] };
  return { form, request, items };
}
