import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import { readClient } from '#contract/clients/clients.ts';
import {
  cancelDocumentRequest,
  createDocumentRequest,
  decideRequestItem,
  editDocumentRequest,
  readDocumentRequest,
  requestChanges,
  revealItemNumber,
  sendDocumentRequest,
  sendReminder,
} from '#contract/document-requests/document-requests.ts';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { catalogueFor } from '#rules/document-requests/catalogue.ts';
import { formatRequestEmail } from '#rules/document-requests/email-templates.ts';
import { ownItem, type RequestedItem } from '#rules/document-requests/items.ts';
import { fundsKinds } from '#rules/source-of-funds/funds-lines.ts';
import {
  formActions,
  type PressedButton,
  screenForms,
  typedSubmission,
} from '../../components/forms/form-actions.server.ts';
import { type FormResult, toFormResult } from '../../components/forms/form-result.server.ts';
import { getRequestKey, textIn, typedTextIn } from '../../components/forms/parse-form.server.ts';
import { getCertified, getSighted } from '../../components/identity-verification/sighting-fields.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { savedItems } from './request-form.server.ts';

export interface RequestPanelResult {
  panel: 'request';
  /** The form that was posted: `new`, `whole`, or an item's ID. */
  form: string;
  reply: SubmissionResult;
  preview?: { subject: string; text: string };
  /** A full document number, shown once. */
  number?: string;
}

const optional = /\s*\(optional\)\s*$/i;

/** The requested items: those selected from the catalogue, then the company's own lines. */
function getItems(form: FormData, catalogue: readonly (RequestedItem & { key: string })[]): RequestedItem[] {
  const chosen = catalogue.flatMap(({ key, label, kind, documentType, detailFields }) => {
    const how = form.get(`ask-${key}`);
    if (how !== 'required' && how !== 'optional') return [];
    return [{ label, kind, documentType, detailFields, required: how === 'required' }];
  });
  const own = textIn(form, 'own')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ownItem(line.replace(optional, ''), !optional.test(line)));
  return [...chosen, ...own];
}

/** A problem as errors by field. Errors of an item are shown where items are selected. */
function rejectedRequest(name: string, result: FormResult, status: number) {
  const error: Record<string, string[]> = {};
  for (const [field, messages] of Object.entries(result.reply.error ?? {})) {
    const at = field.startsWith('items') ? 'own' : field;
    if (messages && messages.length > 0) error[at] = [...(error[at] ?? []), ...messages];
  }
  const reply = { ...result.reply, error };
  return data<RequestPanelResult>({ panel: 'request', form: name, reply }, { status });
}

/** The items of the form; for a draft also those that it already had. */
async function getBody({ api, me, params }: MemberArgs, form: FormData, draftId: string) {
  const id = params.id ?? '';
  const [{ company }, client, draft] = await Promise.all([
    me(),
    api.call(readClient, { params: { id } }),
    draftId === '' ? null : api.call(readDocumentRequest, { params: { id: draftId } }),
  ]);
  const today = companyDay(new Date(), company.timeZone);
  const items = [
    ...getItems(form, catalogueFor(client, company.billingCountryCode, today, fundsKinds)),
    ...(draft === null ? [] : savedItems(form, draft)),
  ];
  const body = {
    verificationId: typedTextIn(form, 'verificationId'),
    activityId: typedTextIn(form, 'activityId'),
    recipientName: typedTextIn(form, 'recipientName') ?? '',
    recipientEmail: typedTextIn(form, 'recipientEmail'),
    dueOn: typedTextIn(form, 'dueOn') ?? '',
    message: typedTextIn(form, 'message'),
    items,
  };
  return { company, body };
}

/** The email as the recipient would receive it; nothing is saved. */
async function preview(args: MemberArgs, form: FormData) {
  const { company, body } = await getBody(args, form, textIn(form, 'requestId'));
  const mail = formatRequestEmail({
    kind: 'request',
    companyName: company.name,
    recipientName: body.recipientName || 'the recipient',
    message: body.message ?? '',
    dueOn: isCalendarDate(body.dueOn) ? body.dueOn : '2000-01-01',
    itemLabels: body.items.map(({ label }) => label),
    link: '(link)',
  });
  const { initialValue } = typedSubmission(form).reply();
  return data<RequestPanelResult>({ panel: 'request', form: 'new', reply: { initialValue }, preview: mail });
}

/** Creates a request or updates a draft; sends it if requested. */
async function save(args: MemberArgs, form: FormData, { intent }: PressedButton) {
  const { api, params } = args;
  const id = params.id ?? '';
  const draftId = textIn(form, 'requestId');
  const { body } = await getBody(args, form, draftId);
  const send = intent === 'send';
  const requestKey = getRequestKey(form);
  const sent =
    draftId === ''
      ? await api.submit(createDocumentRequest, { params: { id }, body: { ...body, send }, requestKey })
      : await api.submit(editDocumentRequest, {
          params: { id: draftId },
          body: { ...body, send, version: textIn(form, 'version') },
          requestKey,
        });
  if (!sent.ok) {
    return rejectedRequest('new', toFormResult(typedSubmission(form), sent.problem), sent.problem.status);
  }
  const unsentText = send ? 'Request ready. Share the link below.' : 'Draft saved.';
  const text = send && body.recipientEmail ? 'Request sent.' : unsentText;
  return redirectWithFlash(clientSectionUrl(id, 'requests', { request: sent.value.id }), {
    kind: 'success',
    text,
  });
}

/** The identity document to record; null for only the file, undefined if the form has no document fields. */
function getDocument(form: FormData): object | null | undefined {
  const type = typedTextIn(form, 'document.type');
  if (type === undefined) return undefined;
  if (type === 'file') return null;
  const { fields = {} } = (typedSubmission(form).payload.document ?? {}) as { fields?: unknown };
  return {
    type,
    fields,
    sighted: getSighted(form, 'document.'),
    certified: getCertified(form, 'document.'),
  };
}

const submits = screenForms<MemberArgs>()({
  page: ({ params }, form) =>
    clientSectionUrl(params.id ?? '', 'requests', { request: textIn(form, 'requestId') }),
  rejected: ({ form, intent, result, status }) =>
    rejectedRequest(textIn(form, 'itemId') || intent, result, status),
});

const ofRequest = (_args: MemberArgs, form: FormData) => ({ id: textIn(form, 'requestId') });
const ofItem = (_args: MemberArgs, form: FormData) => ({
  id: textIn(form, 'requestId'),
  itemId: textIn(form, 'itemId'),
});

const sends = (text: string) =>
  submits({
    endpoint: sendDocumentRequest,
    params: ofRequest,
    body: ['version', 'dueOn', 'recipientEmail'],
    accepted: text,
  });

/** Actions on a new request or a draft. */
const draftActions = formActions({ send: save, preview, draft: save });

/** Shows a full document number on the page that follows. */
async function showNumber({ api }: MemberArgs, form: FormData) {
  const params = { id: textIn(form, 'requestId'), itemId: textIn(form, 'itemId') };
  const name = `number-${params.itemId}`;
  const sent = await api.submitForm(revealItemNumber, {
    params,
    body: { reason: typedTextIn(form, 'reason') },
  });
  if (!sent.ok) {
    return rejectedRequest(name, toFormResult(typedSubmission(form), sent.problem), sent.problem.status);
  }
  const { number } = sent.value;
  return data<RequestPanelResult>({ panel: 'request', form: name, reply: {}, number });
}

/** Actions on an existing request. */
const requestActions = formActions({
  send: sends('Request sent.'),
  sendAgain: sends('Resent with a new link. The old link no longer works.'),
  remind: submits({
    endpoint: sendReminder,
    params: ofRequest,
    body: ['version'],
    accepted: 'Reminder sent.',
  }),
  cancel: submits({
    endpoint: cancelDocumentRequest,
    params: ofRequest,
    body: ['version', 'reason'],
    accepted: 'Request cancelled. Its link no longer works.',
  }),
  changes: submits({
    endpoint: requestChanges,
    params: ofRequest,
    body: ['version'],
    accepted: 'Changes requested.',
  }),
  number: showNumber,
  accept: submits({
    endpoint: decideRequestItem,
    params: ofItem,
    body: (form) => ({
      decision: 'accept',
      version: typedTextIn(form, 'version'),
      document: getDocument(form),
    }),
    accepted: ({ status }) =>
      status === 'completed' ? 'Item accepted. The request is complete.' : 'Accepted.',
  }),
  reject: submits({
    endpoint: decideRequestItem,
    params: ofItem,
    body: (form) => ({
      decision: 'reject',
      version: typedTextIn(form, 'version'),
      reason: typedTextIn(form, 'reason'),
    }),
    accepted: 'Item rejected. Request changes when you have reviewed all items.',
  }),
});

/** Actions of the requests panel. */
export async function handleRequestAction(args: MemberArgs, form: FormData) {
  const isWritten = textIn(form, 'requestId') === '' || textIn(form, 'draft') !== '';
  return isWritten ? draftActions(args, form) : requestActions(args, form);
}
