import { data } from '@remix-run/node';
import type { Endpoint, EndpointRequest } from '#contract/endpoint.ts';
import {
  addVerificationDocument,
  approveVerificationException,
  cancelVerification,
  decideVerification,
  readMachineReadableLines,
  recordConsent,
  removeVerificationDocument,
  retryVerification,
  runVerificationChecks,
  sendVerificationLink,
  verifyAgain,
} from '#contract/individual-verifications.ts';
import { readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { isDocumentType } from './document-words.ts';
import { certifiedOf, sightedOf } from './looked-at.server.ts';
import { isTicked, refusedForm, tickedOf, typedForm, typedText } from './posted.server.ts';

type Typed = Record<string, unknown>;

/** The endpoint and the body of what a form asks for. The API judges every field of it. */
function requestOf(intent: string, form: FormData, typed: Typed, id: string) {
  const text = (name: string) => typedText(typed, name);
  const version = text('version');
  const params = { id };
  switch (intent) {
    case 'recordConsent': {
      const body = {
        version,
        given: isTicked(typed, 'given') || undefined,
        how: text('how'),
        note: text('note'),
      };
      return { endpoint: recordConsent, params, body, done: 'The consent is recorded.' };
    }
    case 'addDocument': {
      const body = {
        version,
        type: text('type'),
        fields: typed.fields ?? {},
        machineReadableLines: text('machineReadableLines'),
        bornOn: text('bornOn'),
        sighted: sightedOf(typed),
        certified: certifiedOf(typed),
      };
      return { endpoint: addVerificationDocument, params, body, done: 'The document is added.' };
    }
    case 'removeDocument':
      return {
        endpoint: removeVerificationDocument,
        params: { id, documentId: text('documentId') ?? '' },
        body: { version, reason: text('reason') },
        done: 'The document is taken out.',
      };
    case 'runChecks': {
      const body = { version, dataSources: tickedOf(form, 'dataSources') };
      return { endpoint: runVerificationChecks, params, body, done: 'The sources are being asked.' };
    }
    case 'sendLink': {
      const body = { version, channel: text('channel'), email: text('email'), phone: text('phone') };
      return { endpoint: sendVerificationLink, params, body, done: 'The link is on its way.' };
    }
    case 'approveException':
      return {
        endpoint: approveVerificationException,
        params,
        body: { version, reason: text('reason') },
        done: 'The exception is approved.',
      };
    case 'retry':
      return {
        endpoint: retryVerification,
        params,
        body: { version, reason: text('reason') },
        done: 'The checks are being made again.',
      };
    case 'cancel':
      return {
        endpoint: cancelVerification,
        params,
        body: { version, reason: text('reason') },
        done: 'The verification is cancelled.',
      };
    case 'verifyAgain':
      return { endpoint: verifyAgain, params, body: { version }, done: 'The verification is open again.' };
    default: {
      const body = { version, decision: text('decision'), reason: text('reason') };
      return { endpoint: decideVerification, params, body, done: 'Your decision is recorded.' };
    }
  }
}

/** Reads the lines and fills the form in with what they say; nothing is kept. */
async function fillFromLines({ api, params }: MemberArgs, form: FormData) {
  const { submission, typed } = typedForm(form);
  const sent = await api.submit(readMachineReadableLines, {
    params: { id: params.verificationId ?? '' },
    body: { lines: typedText(typed, 'machineReadableLines') ?? '' },
  });
  if (!sent.ok) return refusedForm('addDocument', submission, sent.problem);
  const read = sent.value;
  if (!read.ok) {
    const reply = submission.reply({ fieldErrors: { machineReadableLines: read.problems } });
    return data({ intent: 'addDocument', reply, typedType: null, notes: [] as string[] }, { status: 422 });
  }
  const { type, fields } = read.suggested;
  const reply = submission.reply();
  const filled = { ...reply, initialValue: { ...reply.initialValue, type, fields: { ...fields } } };
  const notes = [
    'Every check digit agrees. Compare what was filled in with the document, then add it.',
    ...read.comparison.notes,
    ...read.corrections,
  ];
  return data(
    { intent: 'addDocument', reply: filled, typedType: type as string | null, notes },
    { status: 200 },
  );
}

/** A post to the verification's page, by the form's intent. */
export async function answerVerificationPage(args: MemberArgs) {
  const { api, params, request } = args;
  const form = await readForm(request);
  const intent = String(form.get('intent') ?? 'decide');
  if (intent === 'readLines') return fillFromLines(args, form);
  const { submission, typed } = typedForm(form);
  const { endpoint, done, ...input } = requestOf(intent, form, typed, params.verificationId ?? '');
  const sent = await api.submit(
    endpoint as Endpoint,
    {
      ...input,
      requestKey: requestKeyOf(form),
    } as unknown as EndpointRequest<Endpoint>,
  );
  if (!sent.ok) {
    const refused = refusedForm(intent, submission, sent.problem);
    const type = typedText(typed, 'type');
    return isDocumentType(type)
      ? data({ ...refused.data, typedType: type as string | null }, refused.init ?? {})
      : refused;
  }
  const href = `/clients/${params.clientId}/individual_verifications/${params.verificationId}`;
  return redirectWithFlash(href, { kind: 'success', text: done });
}

export type VerificationAnswer = Exclude<
  Awaited<ReturnType<typeof answerVerificationPage>>,
  Response
>['data'];
