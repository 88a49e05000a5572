import { data } from '@remix-run/node';
import {
  addVerificationDocument,
  approveVerificationException,
  cancelVerification,
  decideVerification,
  readMachineReadableLines,
  recordBureauNotice,
  recordConsent,
  removeVerificationDocument,
  reopenVerification,
  retryVerification,
  runVerificationChecks,
  sendVerificationLink,
} from '#contract/individual-verifications/individual-verifications.ts';
import { identityVerificationPageTabs } from '#rules/verification-pages/identity-tabs.ts';
import {
  formActions,
  onSubmit,
  screenForms,
  typedSubmission,
} from '../../components/forms/form-actions.server.ts';
import { type FormResult, toFormResult } from '../../components/forms/form-result.server.ts';
import { isChecked, textIn, tickedIn, typedTextIn } from '../../components/forms/parse-form.server.ts';
import { getCertified, getSighted } from '../../components/identity-verification/sighting-fields.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { isDocumentType } from './document-labels.ts';

/** Result of a rejected form. A stale one states so at its top and preserves the input. */
export interface VerificationResult extends FormResult {
  intent: string;
  /** Type of the document being added. */
  typedType: string | null;
  /** Notes on the fields prefilled from the MRZ. */
  notes: string[];
}

const { getTab, sectionUrl, tabUrl } = identityVerificationPageTabs;

const getIds = ({ params }: MemberArgs) => ({
  clientId: params.clientId ?? '',
  id: params.verificationId ?? '',
});

const submits = screenForms<MemberArgs>()({
  page: (args) => sectionUrl(getIds(args), 'act'),
  rejected: ({ form, intent, result: { reply }, status }) => {
    const type = typedTextIn(form, 'type');
    const typedType = isDocumentType(type) ? type : null;
    return data<VerificationResult>({ intent, reply, typedType, notes: [] }, { status });
  },
});

const params = ({ params }: MemberArgs) => ({ id: params.verificationId ?? '' });

const documentBody = (form: FormData) => ({
  version: typedTextIn(form, 'version'),
  type: typedTextIn(form, 'type'),
  fields: getFields(form),
  machineReadableLines: typedTextIn(form, 'machineReadableLines'),
  bornOn: typedTextIn(form, 'bornOn'),
  sighted: getSighted(form),
  certified: getCertified(form),
});

/** The fields of a document, by name. */
const getFields = (form: FormData) => typedSubmission(form).payload.fields ?? {};

/** Statements for an Australian credit bureau; undefined if the form does not request them. */
const getBureauStatement = (form: FormData) =>
  typedTextIn(form, 'usesCreditBureau') === undefined
    ? undefined
    : {
        informed: isChecked(form, 'bureau.informed'),
        agreed: isChecked(form, 'bureau.agreed'),
        alternativeOffered: isChecked(form, 'bureau.alternativeOffered'),
      };

/** Reads the MRZ and prefills the form; nothing is saved. */
async function fillFromLines(args: MemberArgs, form: FormData) {
  const submission = typedSubmission(form);
  const intent = 'addDocument';
  const sent = await args.api.submit(readMachineReadableLines, {
    params: params(args),
    body: { lines: textIn(form, 'machineReadableLines') },
  });
  if (!sent.ok) {
    const { reply } = toFormResult(submission, sent.problem);
    const { status } = sent.problem;
    return data<VerificationResult>({ intent, reply, typedType: null, notes: [] }, { status });
  }
  const read = sent.value;
  if (!read.ok) {
    const reply = submission.reply({ fieldErrors: { machineReadableLines: read.problems } });
    return data<VerificationResult>({ intent, reply, typedType: null, notes: [] }, { status: 422 });
  }
  const { type, fields } = read.suggested;
  const reply = submission.reply();
  const filled = { ...reply, initialValue: { ...reply.initialValue, type, fields: { ...fields } } };
  const notes = [
    'All check digits are valid. Compare the prefilled details with the document, then add it.',
    ...read.comparison.notes,
    ...read.corrections,
  ];
  return data<VerificationResult>({ intent, reply: filled, typedType: type, notes }, { status: 200 });
}

/** Actions of the verification page. */
export const handleIdentityVerification = onSubmit(
  formActions({
    recordConsent: submits({
      endpoint: recordConsent,
      params,
      body: (form) => ({
        version: typedTextIn(form, 'version'),
        given: isChecked(form, 'given') || undefined,
        how: typedTextIn(form, 'how'),
        note: typedTextIn(form, 'note'),
      }),
      accepted: 'Consent recorded.',
    }),
    addDocument: submits({
      endpoint: addVerificationDocument,
      params,
      body: documentBody,
      accepted: 'Document added.',
    }),
    parseMrz: fillFromLines,
    removeDocument: submits({
      endpoint: removeVerificationDocument,
      params: (args, form) => ({ ...params(args), documentId: textIn(form, 'documentId') }),
      body: ['version', 'reason'],
      accepted: 'Document removed.',
    }),
    runChecks: submits({
      endpoint: runVerificationChecks,
      params,
      body: (form) => ({
        version: typedTextIn(form, 'version'),
        dataSources: tickedIn(form, 'dataSources'),
        bureau: getBureauStatement(form),
      }),
      accepted: 'Checks are running.',
    }),
    recordBureauNotice: submits({
      endpoint: recordBureauNotice,
      params,
      body: (form) => ({
        version: typedTextIn(form, 'version'),
        bureauName: typedTextIn(form, 'bureauName'),
        sentOn: typedTextIn(form, 'sentOn'),
        alternativeOffered: isChecked(form, 'alternativeOffered') || undefined,
      }),
      accepted: 'The notice is recorded.',
    }),
    sendLink: submits({
      endpoint: sendVerificationLink,
      params,
      body: ['version', 'channel', 'email', 'phone'],
      accepted: 'Link sent.',
    }),
    approveException: submits({
      endpoint: approveVerificationException,
      params,
      body: ['version', 'reason', 'endsOn'],
      accepted: 'Exception approved.',
    }),
    retry: submits({
      endpoint: retryVerification,
      params,
      body: ['version', 'reason'],
      accepted: 'Checks are being rerun.',
    }),
    cancel: submits({
      endpoint: cancelVerification,
      params,
      body: ['version', 'reason'],
      accepted: 'Verification cancelled.',
    }),
    reopenVerification: submits({
      endpoint: reopenVerification,
      params,
      body: ['version'],
      accepted: 'Verification reopened.',
    }),
    decide: submits({
      endpoint: decideVerification,
      params,
      body: ['version', 'decision', 'reason'],
      // Beside the evidence that was in view.
      accepted: (_value, { args }) => ({
        to: `${tabUrl(getIds(args), getTab(args.url.searchParams))}#decision`,
        text: 'Decision recorded.',
      }),
    }),
  }),
);
