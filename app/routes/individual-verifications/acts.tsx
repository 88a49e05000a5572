import { Link } from '@remix-run/react';
import type { IndividualVerification } from '#contract/verification-record.ts';
import { dataSourceCodes, verificationSources } from '#rules/verification/sources.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { IdentityCheckCost } from '../../components/billing/check-cost.tsx';
import { Checkbox, RadioGroup } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { ChooseDocumentType, DocumentForm } from './document-form.tsx';
import { isDocumentType } from './document-words.ts';
import { ActForm, type FormFrame } from './frame.tsx';
import type { ShownVerification } from './shown.server.ts';

type Act = IndividualVerification['moves'][number]['act'];
type FieldOf = (name: string) => FormField;

/** How a person agreed. */
export function ConsentFields({ of, prefix = '' }: { of: FieldOf; prefix?: string }) {
  return (
    <>
      <Checkbox
        field={of(`${prefix}given`)}
        label="The person agreed that issuers, registers and bureaus are asked about them"
        hint="Their details are compared with what is held there. The NZ Privacy Act 2020 and the AU Privacy Act 1988 want their consent first"
      />
      <RadioGroup
        field={of(`${prefix}how`)}
        label="How they agreed"
        choices={[
          { value: 'inPerson', label: 'In person' },
          { value: 'inWriting', label: 'In writing' },
          { value: 'byPhone', label: 'By phone' },
          { value: 'byEmail', label: 'By email' },
        ]}
      />
      <TextArea field={of(`${prefix}note`)} label="Note" optional rows={2} maxLength={500} />
    </>
  );
}

/** Registers and bureaus that are asked by name, date of birth and address. */
export function SourceFields({
  countries,
  chosen,
}: {
  countries: readonly string[];
  chosen: readonly string[];
}) {
  const offered = dataSourceCodes.filter((code) => countries.includes(verificationSources[code].country));
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1">
        Sources to ask without a document <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <p className="hint">By name, date of birth and address.</p>
      <IdentityCheckCost />
      {offered.map((code) => (
        <div key={code} className="grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 [&_label]:font-normal">
          <input
            type="checkbox"
            id={`source-${code}`}
            name="dataSources"
            value={code}
            defaultChecked={chosen.includes(code)}
          />
          <label htmlFor={`source-${code}`}>
            {verificationSources[code].label} <span className="hint">{verificationSources[code].keptBy}</span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

/** Where the link goes. */
export function ChannelFields({ of }: { of: FieldOf }) {
  return (
    <>
      <RadioGroup
        field={of('channel')}
        label="How the link reaches the person"
        choices={[
          { value: 'email', label: 'By email' },
          { value: 'sms', label: 'By text message' },
          {
            value: 'link',
            label: 'I hand it over',
            hint: 'The link shows on the verification’s page, to copy',
          },
        ]}
      />
      <TextInput field={of('email')} label="Email address" hint="Where the link goes by email" type="email" />
      <TextInput
        field={of('phone')}
        label="Mobile number"
        hint="Where the link goes by text message"
        type="tel"
      />
    </>
  );
}

/** Links to what may be done now, each with what is in its way. */
export function Moves({ verification, href }: { verification: ShownVerification; href: string }) {
  const { moves, client } = verification;
  const offered = moves.filter(
    ({ act }) => act !== 'decideVerified' && act !== 'decideNotVerified' && act !== 'removeDocument',
  );
  if (offered.length === 0) return null;
  const page = { kind: 'client', id: client.id } as const;
  return (
    <div className="grid gap-3 print:hidden">
      <ul className="flex flex-wrap gap-3">
        {offered.map(({ act, label, blockers }) => (
          <li key={act}>
            {blockers.length === 0 ? (
              <Link to={`${href}?do=${act}#act`} className="button" preventScrollReset>
                {label}
              </Link>
            ) : (
              <span className="button" aria-disabled="true">
                {label}
              </span>
            )}
          </li>
        ))}
      </ul>
      {offered
        .filter(({ blockers }) => blockers.length > 0)
        .map(({ act, label, blockers }) => (
          <div key={act} className="grid gap-1">
            <p className="hint">Before “{label}”:</p>
            <BlockerList blockers={blockers} page={page} />
          </div>
        ))}
    </div>
  );
}

/** The form of the act that the address asks for, or whose post was refused. */
export function AskedAct({
  act,
  documentType,
  documentId,
  verification,
  company,
  frame,
}: {
  act: Act | null;
  documentType: string | null;
  documentId: string | null;
  verification: ShownVerification;
  company: { country: 'NZL' | 'AUS'; regulatedIn: readonly string[] };
  frame: FormFrame;
}) {
  const common = { frame };
  switch (act) {
    case 'recordConsent':
      return (
        <ActForm {...common} intent="recordConsent" heading="Record consent" button="Record the consent">
          {(of) => <ConsentFields of={of} />}
        </ActForm>
      );
    case 'addDocument': {
      const type = frame.answer?.typedType ?? documentType;
      return isDocumentType(type) ? (
        <DocumentForm frame={frame} type={type} method={verification.method} />
      ) : (
        <ChooseDocumentType href={frame.href} country={company.country} />
      );
    }
    case 'removeDocument': {
      const document = verification.documents.find(({ id }) => id === documentId);
      if (document === undefined) return null;
      return (
        <ActForm
          {...common}
          intent="removeDocument"
          heading={`Take out ${document.label} ${document.numberMasked ?? ''}?`}
          about={<p>What was found of it no longer counts. The timeline keeps that it was there.</p>}
          button="Take it out"
          look="danger"
          backText="Leave it"
        >
          {(of) => (
            <>
              <input type="hidden" name="documentId" value={document.id} />
              <TextArea field={of('reason')} label="Why it is taken out" rows={2} maxLength={1000} />
            </>
          )}
        </ActForm>
      );
    }
    case 'runChecks':
      return (
        <ActForm
          {...common}
          intent="runChecks"
          heading="Ask the issuers and sources"
          about={
            <p>
              Every document that is complete is held against its issuer’s register. A source that does not
              answer is asked again later and counts neither for nor against the person.
            </p>
          }
          button="Ask them now"
        >
          {() => <SourceFields countries={company.regulatedIn} chosen={verification.dataSources} />}
        </ActForm>
      );
    case 'sendLink':
      return (
        <ActForm
          {...common}
          intent="sendLink"
          heading={verification.status === 'notStarted' ? 'Send the link' : 'Send the link again'}
          about={<p>A link that went out before stops working.</p>}
          button="Send the link"
        >
          {(of) => <ChannelFields of={of} />}
        </ActForm>
      );
    case 'approveException':
      return (
        <ActForm
          {...common}
          intent="approveException"
          heading="Approve the exception"
          about={
            <p>
              You approve that the person is verified by the other evidence that is described, until its end.
            </p>
          }
          button="Approve"
        >
          {(of) => (
            <TextArea field={of('reason')} label="Why the exception is justified" rows={3} maxLength={1000} />
          )}
        </ActForm>
      );
    case 'retry':
      return (
        <ActForm
          {...common}
          intent="retry"
          heading="Try again"
          about={
            <p>
              What matched stands. Everything else is asked again, and a decision that was made is history
              then.
            </p>
          }
          button="Try again"
        >
          {(of) => <TextArea field={of('reason')} label="Reason" optional rows={2} maxLength={500} />}
        </ActForm>
      );
    case 'cancel':
      return (
        <ActForm
          {...common}
          intent="cancel"
          heading="Cancel this verification?"
          about={<p>The link stops working at once. A cancelled verification stays cancelled.</p>}
          button="Cancel the verification"
          look="danger"
          backText="Keep it"
        >
          {(of) => <TextArea field={of('reason')} label="Why it is cancelled" rows={2} maxLength={1000} />}
        </ActForm>
      );
    case 'verifyAgain':
      return (
        <ActForm
          {...common}
          intent="verifyAgain"
          heading="Verify again"
          about={<p>The verification opens anew. What was found before stays in its timeline.</p>}
          button="Open it anew"
        />
      );
    default:
      return null;
  }
}
