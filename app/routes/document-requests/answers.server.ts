import { parse, type SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { readClient } from '#contract/clients.ts';
import {
  cancelDocumentRequest,
  createDocumentRequest,
  decideRequestItem,
  editDocumentRequest,
  readDocumentRequest,
  remindOfDocumentRequest,
  requestChanges,
  sendDocumentRequest,
} from '#contract/document-requests.ts';
import type { Problem } from '#contract/errors.ts';
import type { DocumentInputBody } from '#contract/verification-inputs.ts';
import { isCalendarDate } from '#rules/calendar-dates.ts';
import { catalogueFor } from '#rules/document-requests/catalogue.ts';
import { type AskedItem, ownItem } from '#rules/document-requests/items.ts';
import { requestMailText } from '#rules/document-requests/mail-text.ts';
import { requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { certifiedOf, sightedOf } from '../individual-verifications/looked-at.server.ts';
import { typedForm, typedText } from '../individual-verifications/posted.server.ts';
import { keptItems } from './request-form.server.ts';

export interface RequestPanelAnswer {
  panel: 'request';
  /** Which form it answers: `new`, `whole`, or an item's id. */
  form: string;
  reply: SubmissionResult;
  preview?: { subject: string; text: string };
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

const optional = /\s*\(optional\)\s*$/i;

/** What is asked for: what was chosen of the catalogue, then the firm's own lines. */
function itemsOf(form: FormData, catalogue: readonly (AskedItem & { key: string })[]): AskedItem[] {
  const chosen = catalogue.flatMap(({ key, label, kind, documentType, detailFields }) => {
    const how = form.get(`ask-${key}`);
    if (how !== 'required' && how !== 'optional') return [];
    return [{ label, kind, documentType, detailFields, required: how === 'required' }];
  });
  const own = textOf(form, 'own')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ownItem(line.replace(optional, ''), !optional.test(line)));
  return [...chosen, ...own];
}

const submissionOf = (form: FormData) => parse(form, { resolve: () => ({ value: {} }) });

/** A refusal beside its fields. What is wrong with an item stands where the items are chosen. */
function answerTo(
  form: FormData,
  name: string,
  problem: Pick<Problem, 'status' | 'fields' | 'detail' | 'title'>,
) {
  const fieldErrors: Record<string, string[]> = {};
  const formErrors: string[] = [];
  for (const [field, sentences] of Object.entries(problem.fields ?? {})) {
    if (field === '') formErrors.push(...sentences);
    else {
      const at = field.startsWith('items') ? 'own' : field;
      fieldErrors[at] = [...(fieldErrors[at] ?? []), ...sentences];
    }
  }
  if (formErrors.length === 0 && Object.keys(fieldErrors).length === 0)
    formErrors.push(problem.detail ?? `${problem.title}.`);
  const { initialValue } = submissionOf(form).reply();
  const reply = {
    initialValue,
    error: { ...fieldErrors, ...(formErrors.length > 0 ? { '': formErrors } : {}) },
  };
  return data<RequestPanelAnswer>({ panel: 'request', form: name, reply }, { status: problem.status });
}

/** What the form of a request asks for; of a draft also what it kept of it. */
async function bodyOf({ api, me, params }: MemberArgs, form: FormData, draftId: string | undefined) {
  const id = params.id ?? '';
  const [{ company }, client, draft] = await Promise.all([
    me(),
    api.call(readClient, { params: { id } }),
    draftId === undefined ? null : api.call(readDocumentRequest, { params: { id: draftId } }),
  ]);
  const items = [
    ...itemsOf(form, catalogueFor(client.clientType, company.billingCountryCode)),
    ...(draft === null ? [] : keptItems(form, draft)),
  ];
  const body = {
    verificationId: textOf(form, 'verificationId') || undefined,
    activityId: textOf(form, 'activityId') || undefined,
    recipientName: textOf(form, 'recipientName'),
    recipientEmail: textOf(form, 'recipientEmail') || undefined,
    dueOn: textOf(form, 'dueOn'),
    message: textOf(form, 'message').replaceAll('\r\n', '\n') || undefined,
    items,
    send: textOf(form, 'intent') !== 'draft',
  };
  return { company, body };
}

/** Makes a request, or changes a draft: read first, kept, or sent. */
async function write(args: MemberArgs, form: FormData, draftId?: string) {
  const { api, params } = args;
  const id = params.id ?? '';
  const { company, body } = await bodyOf(args, form, draftId);
  const { items } = body;
  const intent = textOf(form, 'intent');
  if (intent === 'preview') {
    const preview = requestMailText({
      kind: 'request',
      companyName: company.name,
      recipientName: body.recipientName || 'the person you ask',
      message: body.message ?? '',
      dueOn: isCalendarDate(body.dueOn) ? body.dueOn : '2000-01-01',
      itemLabels: items.map(({ label }) => label),
      link: '(the link stands here)',
    });
    const reply = submissionOf(form).reply();
    return data<RequestPanelAnswer>({
      panel: 'request',
      form: 'new',
      reply: { initialValue: reply.initialValue },
      preview,
    });
  }
  const requestKey = requestKeyOf(form);
  const sent =
    draftId === undefined
      ? await api.submit(createDocumentRequest, { params: { id }, body, requestKey })
      : await api.submit(editDocumentRequest, {
          params: { id: draftId },
          body: { ...body, version: Number(textOf(form, 'version')) },
          requestKey,
        });
  if (!sent.ok) return answerTo(form, 'new', sent.problem);
  const text = body.send
    ? body.recipientEmail
      ? 'The request is sent. Its mail goes out in a moment.'
      : 'The request is ready. Hand its link over: it stands below.'
    : 'The draft is kept.';
  return redirectWithFlash(`/clients/${id}?request=${sent.value.id}#requests`, { kind: 'success', text });
}

const words: Record<string, string> = {
  send: 'The request is sent. Its mail goes out in a moment.',
  sendAgain: 'Sent again with a new link. The old one no longer works.',
  remind: 'The reminder goes out in a moment.',
  cancel: 'The request is cancelled. Its link no longer works.',
  changes: 'The person is asked again for what was not accepted.',
  accept: 'Accepted.',
  reject: 'Noted. Ask for it again once you have looked at everything.',
};

/** The identity document that the form wants recorded; null for the file alone, undefined where the form has none. */
function documentOf(form: FormData): DocumentInputBody | null | undefined {
  const { typed } = typedForm(form);
  const type = typedText(typed, 'document.type');
  if (type === undefined) return undefined;
  if (type === 'file') return null;
  const { fields = {} } = (typed.document ?? {}) as { fields?: object };
  const document = {
    type,
    fields,
    sighted: sightedOf(typed, 'document.'),
    certified: certifiedOf(typed, 'document.'),
  };
  // The API judges every field of it.
  return document as never;
}

/** A post of the requests panel. */
export async function answerRequest(args: MemberArgs, form: FormData) {
  const { api, params } = args;
  const clientId = params.id ?? '';
  const id = textOf(form, 'requestId');
  if (id === '') return write(args, form);
  if (textOf(form, 'draft') !== '') return write(args, form, id);
  const intent = textOf(form, 'intent');
  const version = Number(textOf(form, 'version'));
  const requestKey = requestKeyOf(form);
  const reason = textOf(form, 'reason').replaceAll('\r\n', '\n');
  const itemId = textOf(form, 'itemId');
  const call = () => {
    switch (intent) {
      case 'send':
      case 'sendAgain': {
        const body = {
          version,
          dueOn: textOf(form, 'dueOn'),
          recipientEmail: textOf(form, 'recipientEmail') || undefined,
        };
        return api.submit(sendDocumentRequest, { params: { id }, body, requestKey });
      }
      case 'remind':
        return api.submit(remindOfDocumentRequest, { params: { id }, body: { version }, requestKey });
      case 'cancel':
        return api.submit(cancelDocumentRequest, { params: { id }, body: { version, reason }, requestKey });
      case 'changes':
        return api.submit(requestChanges, { params: { id }, body: { version }, requestKey });
      case 'accept':
        return api.submit(decideRequestItem, {
          params: { id, itemId },
          body: { decision: 'accept', version, document: documentOf(form) },
          requestKey,
        });
      case 'reject':
        return api.submit(decideRequestItem, {
          params: { id, itemId },
          body: { decision: 'reject', version, reason },
          requestKey,
        });
      default:
        throw Response.json({ code: 'request.malformed' }, { status: 400 });
    }
  };
  const sent = await call();
  if (!sent.ok) return answerTo(form, itemId || intent, sent.problem);
  const isDone = intent === 'accept' && sent.value.status === 'completed';
  const text = isDone
    ? 'Accepted. Everything required is there: the request is complete.'
    : (words[intent] ?? 'Done.');
  return redirectWithFlash(`/clients/${clientId}?request=${id}#requests`, { kind: 'success', text });
}
