import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { exceptionEndHint } from '#rules/transition-guards/cdd-exception.ts';
import { Checkbox } from '../../components/forms/choices.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { BureauFields, ChannelFields, ConsentFields, SourceFields } from './action-fields.tsx';
import { ChooseDocumentType, DocumentForm } from './document-form.tsx';
import { isDocumentType } from './document-labels.ts';
import { ActionForm, type FormFrame } from './form-layout.tsx';
import type { VerificationView } from './verification-view.server.ts';

type Permission = IndividualVerification['actions'][number]['action'];

interface FormProps {
  frame: FormFrame;
  verification: VerificationView;
}

/** The form of the action named in the URL, or of the one whose post was rejected. */
export function ActionConfirmation({
  action,
  documentType,
  documentId,
  verification,
  company,
  meeting,
  frame,
}: FormProps & {
  action: Permission | null;
  documentType: string | null;
  documentId: string | null;
  company: { country: 'NZL' | 'AUS'; regulatedIn: readonly string[] };
  /** The signed-in member and today's date: the likely meeting with a document. */
  meeting: { metBy: string; metOn: string };
}) {
  const form = { frame, verification };
  switch (action) {
    case 'recordConsent':
      return <ConsentForm frame={frame} />;
    case 'addDocument': {
      const type = frame.result?.typedType ?? documentType;
      return isDocumentType(type) ? (
        <DocumentForm frame={frame} type={type} method={verification.method} meeting={meeting} />
      ) : (
        <ChooseDocumentType href={frame.href} country={company.country} />
      );
    }
    case 'removeDocument':
      return <DocumentRemovalForm {...form} documentId={documentId} />;
    case 'runChecks':
      return <CheckForm {...form} countries={company.regulatedIn} />;
    case 'recordBureauNotice':
      return <BureauNoticeForm frame={frame} />;
    case 'sendLink':
      return <LinkForm {...form} />;
    case 'approveException':
      return <ExceptionApprovalForm {...form} />;
    case 'retry':
      return <RetryForm frame={frame} />;
    case 'cancel':
      return <CancellationForm frame={frame} />;
    case 'reopenVerification':
      return <ReopeningForm frame={frame} />;
    default:
      return null;
  }
}

function ConsentForm({ frame }: Pick<FormProps, 'frame'>) {
  return (
    <ActionForm frame={frame} intent="recordConsent" heading="Record consent" button="Record consent">
      {(of) => <ConsentFields of={of} />}
    </ActionForm>
  );
}

function DocumentRemovalForm({ frame, verification, documentId }: FormProps & { documentId: string | null }) {
  const document = verification.documents.find(({ id }) => id === documentId);
  if (document === undefined) return null;
  return (
    <ActionForm
      frame={frame}
      intent="removeDocument"
      heading={`Remove ${document.label} ${document.numberMasked ?? ''}?`}
      about={<p>Its results no longer count. It remains in the timeline.</p>}
      button="Remove"
      variant="danger"
      backText="Go back"
    >
      {(of) => (
        <>
          <input type="hidden" name="documentId" value={document.id} />
          <TextArea field={of('reason')} label="Reason for removal" rows={2} maxLength={1000} />
        </>
      )}
    </ActionForm>
  );
}

function CheckForm({ frame, verification, countries }: FormProps & { countries: readonly string[] }) {
  return (
    <ActionForm
      frame={frame}
      intent="runChecks"
      heading="Run checks"
      about={
        <p>
          Each complete document is checked with its issuer. A source that does not respond is retried and is
          not counted as a fail.
        </p>
      }
      button="Run checks now"
      values={{ bureau: verification.bureauStatement ?? {} }}
    >
      {(of) => (
        <>
          <SourceFields countries={countries} chosen={verification.dataSources} />
          {countries.includes('AUS') ? <BureauFields of={of} /> : null}
        </>
      )}
    </ActionForm>
  );
}

function BureauNoticeForm({ frame }: Pick<FormProps, 'frame'>) {
  return (
    <ActionForm
      frame={frame}
      intent="recordBureauNotice"
      heading="Record bureau notice"
      about={<p>The written notice after the credit bureau did not confirm the identity. AU s35C.</p>}
      button="Record notice"
    >
      {(of) => (
        <>
          <TextInput field={of('bureauName')} label="Credit reporting body" maxLength={200} />
          <TextInput field={of('sentOn')} label="Notice sent on" type="date" />
          <Checkbox field={of('alternativeOffered')} label="The notice offers another way to be verified" />
        </>
      )}
    </ActionForm>
  );
}

function LinkForm({ frame, verification }: FormProps) {
  return (
    <ActionForm
      frame={frame}
      intent="sendLink"
      heading={verification.status === 'notStarted' ? 'Send the link' : 'Send the link again'}
      about={<p>Any earlier link stops working.</p>}
      button="Send the link"
    >
      {(of) => <ChannelFields of={of} />}
    </ActionForm>
  );
}

/** An exception under its own method records its last day itself. */
function ExceptionApprovalForm({ frame, verification: { exception } }: FormProps) {
  return (
    <ActionForm
      frame={frame}
      intent="approveException"
      heading="Approve the exception"
      about={
        <p>
          {exception === null
            ? 'You approve that the person can be verified although the evidence does not meet the rule, until the expiry date. Then the identity is verified again.'
            : 'You approve verification by the alternative evidence described, until the expiry date.'}
        </p>
      }
      button="Approve"
    >
      {(of) => (
        <>
          <TextArea field={of('reason')} label="Why the exception is justified" rows={3} maxLength={1000} />
          {exception === null ? (
            <TextInput
              field={of('endsOn')}
              label="Exception expiry date"
              type="date"
              hint={exceptionEndHint}
            />
          ) : null}
        </>
      )}
    </ActionForm>
  );
}

function RetryForm({ frame }: Pick<FormProps, 'frame'>) {
  return (
    <ActionForm
      frame={frame}
      intent="retry"
      heading="Try again"
      about={<p>Matches remain valid. Other checks are rerun and the current decision is superseded.</p>}
      button="Try again"
    >
      {(of) => <TextArea field={of('reason')} label="Reason" optional rows={2} maxLength={500} />}
    </ActionForm>
  );
}

function CancellationForm({ frame }: Pick<FormProps, 'frame'>) {
  return (
    <ActionForm
      frame={frame}
      intent="cancel"
      heading="Cancel this verification?"
      about={<p>The link stops working immediately. This cannot be undone.</p>}
      button="Cancel the verification"
      variant="danger"
      backText="Go back"
    >
      {(of) => <TextArea field={of('reason')} label="Reason for cancelling" rows={2} maxLength={1000} />}
    </ActionForm>
  );
}

function ReopeningForm({ frame }: Pick<FormProps, 'frame'>) {
  return (
    <ActionForm
      frame={frame}
      intent="reopenVerification"
      heading="Verify again"
      about={<p>The verification is reopened. Earlier results stay in the timeline.</p>}
      button="Reopen"
    />
  );
}
