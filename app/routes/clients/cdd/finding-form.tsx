import { Form, Link } from '@remix-run/react';
import { type FindingSubject, findingLabels } from '#rules/cdd-rule-packs/findings.ts';
import { pepStatuses, pepStatusLabels } from '#rules/clients/client-types.ts';
import { fundsCurrencies } from '#rules/source-of-funds/funds-lines.ts';
import { countryChoices } from '../../../components/address/address-fields.tsx';
import { Checkbox, RadioGroup, Select } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { pepOfLabels, sourceOfLabels } from './finding-labels.ts';
import type { handleFindingAction } from './findings.server.ts';

export type FindingAnswer = Exclude<Awaited<ReturnType<typeof handleFindingAction>>, Response>['data'];
type FieldOf = (name: string) => FormField;

const formId = 'finding';
const maxLength = 2000;

/** Why each finding is recorded: its effect under the law. */
const abouts: Record<FindingSubject, string> = {
  politicalExposure:
    'Record your own finding. Foreign PEPs and their relatives or close associates require enhanced CDD and senior manager approval.',
  sourceOfWealthOrFunds: 'An earlier finding. It counts once verified.',
  structure: 'Structure details not held elsewhere.',
  unusual:
    'A complex or unusually large activity, or one without apparent purpose, requires enhanced CDD and written findings.',
  significantChange:
    'A significant change in the nature or purpose of the relationship ends the relief for clients from before commencement, where the risk is medium or high.',
  enhanced: 'The client requires enhanced CDD from now on, because you consider that the risk calls for it.',
  mitigation:
    'In New Zealand you need not obtain a trust’s source of wealth or funds if standard CDD mitigates the risk. Record your reason.',
  simplified: 'Simplified CDD is only for listed classes, and never where enhanced CDD is triggered.',
  seniorApproval: 'As senior manager, you approve establishing or continuing this relationship.',
  sourceValue:
    'The amount of wealth or funds that needs evidence. The requirement is met once verified lines reach it, within the tolerance in your policies.',
  sourceNotRelevant:
    'In Australia you need the source of wealth or funds only where it is relevant to the risk. This does not apply to politically exposed persons, or in New Zealand.',
};

interface Frame {
  clientId: string;
  version: number;
  requestKey: string;
  result: FindingAnswer | undefined;
}

/** The form that records a finding or decision about one subject. */
export function FindingForm({
  subject,
  values,
  ...frame
}: Frame & { subject: FindingSubject; values: Record<string, unknown> }) {
  const { clientId, version, requestKey, result } = frame;
  const field = plainFields(formId, result?.reply, values);
  return (
    <section className="grid max-w-form gap-3" aria-labelledby="finding-heading">
      <h4 id="finding-heading" className="font-semibold">
        {findingLabels[subject]}
      </h4>
      <p>{abouts[subject]}</p>
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Form method="post" id={formId} className="grid gap-4" preventScrollReset>
        <RequestKeyInput value={`${requestKey}-finding`} />
        <input type="hidden" name="panel" value="finding" />
        <input type="hidden" name="intent" value="record" />
        <input type="hidden" name="subject" value={subject} />
        <input type="hidden" name="version" value={version} />
        <Fields subject={subject} field={field} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy="Recording…">{subject === 'seniorApproval' ? 'Approve' : 'Record'}</SubmitButton>
          <Link to={`/clients/${clientId}#findings`} preventScrollReset>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  );
}

/** Confirms, with a reason, that a finding is withdrawn. */
export function WithdrawFinding({ subject, ...frame }: Frame & { subject: FindingSubject }) {
  const { clientId, version, requestKey, result } = frame;
  const field = plainFields(formId, result?.reply);
  return (
    <QuestionBox
      about={subject}
      labelledBy="finding-heading"
      isRefused={result !== undefined}
      className="max-w-form"
    >
      <h4 id="finding-heading" className="font-semibold">
        Withdraw “{findingLabels[subject]}”?
      </h4>
      <p>Requirements are recalculated without it. The finding stays in the history.</p>
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Form method="post" id={formId} className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={`${requestKey}-withdraw`} />
        <input type="hidden" name="panel" value="finding" />
        <input type="hidden" name="intent" value="withdraw" />
        <input type="hidden" name="subject" value={subject} />
        <input type="hidden" name="version" value={version} />
        <TextArea field={field('reason')} label="Reason" rows={2} maxLength={500} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton variant="danger" busy="Withdrawing…">
            Withdraw finding
          </SubmitButton>
          <Link to={`/clients/${clientId}#findings`} preventScrollReset>
            Go back
          </Link>
        </div>
      </Form>
    </QuestionBox>
  );
}

const exposures = pepStatuses
  .filter((status) => status !== 'notChecked')
  .map((value) => ({ value, label: pepStatusLabels[value] }));
const getChoices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const area = { rows: 3, maxLength };

/** The fields of one subject. */
function Fields({ subject, field }: { subject: FindingSubject; field: FieldOf }) {
  switch (subject) {
    case 'politicalExposure':
      return <ExposureFields field={field} />;
    case 'sourceOfWealthOrFunds':
      return null;
    case 'structure':
      return <StructureFields field={field} />;
    case 'unusual':
      return <UnusualFields field={field} />;
    case 'significantChange':
      return <TextArea field={field('what')} label="What has changed" {...area} />;
    case 'enhanced':
    case 'mitigation':
      return <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" {...area} />;
    case 'simplified':
      return <SimplifiedFields field={field} />;
    case 'seniorApproval':
      return <TextArea field={field('note')} label="Note" optional {...area} />;
    case 'sourceValue':
      return <SourceValueFields field={field} />;
    case 'sourceNotRelevant':
      return (
        <>
          <RadioGroup field={field('of')} label="Not relevant" choices={getChoices(sourceOfLabels)} />
          <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" {...area} />
        </>
      );
  }
}

function ExposureFields({ field }: { field: FieldOf }) {
  return (
    <>
      <RadioGroup field={field('pepStatus')} label="Finding" choices={exposures} />
      <Select
        field={field('pepOf')}
        label="Connected to"
        hint="Relatives and close associates only. If unknown, treated as connected to a foreign PEP"
        optional
        empty="Not known"
        choices={getChoices(pepOfLabels)}
      />
      <TextInput
        field={field('office')}
        label="Office"
        hint="Of the PEP: the position held, or of the person they are connected to"
        optional
        maxLength={200}
        autoComplete="off"
      />
      <Select
        field={field('officeCountry')}
        label="Country of the office"
        hint="Decides whether the office is foreign or domestic under each law. Leave blank for an international organisation"
        optional
        empty="Not known"
        choices={countryChoices}
      />
      <TextInput
        field={field('officeEndedOn')}
        label="Left office on"
        hint="Leave blank while the office is held"
        optional
        type="date"
      />
      <TextArea field={field('basis')} label="How established" hint="Sources checked and date" {...area} />
    </>
  );
}

function SourceValueFields({ field }: { field: FieldOf }) {
  return (
    <>
      <TextInput field={field('wealth')} label="Value of the wealth" optional inputMode="decimal" />
      <TextInput field={field('funds')} label="Value of the funds" optional inputMode="decimal" />
      <Select
        field={field('currency')}
        label="Currency"
        choices={fundsCurrencies.map((value) => ({ value, label: value }))}
      />
      <TextArea field={field('basis')} label="How estimated" {...area} />
    </>
  );
}

function StructureFields({ field }: { field: FieldOf }) {
  return (
    <>
      <Checkbox
        field={field('holdsPersonalAssets')}
        label="Personal asset-holding vehicle"
        hint="Such as a company whose business is to hold a family’s wealth. Trusts count by their type"
      />
      <TextInput
        field={field('beneficiaryCount')}
        label="Number of beneficiaries"
        hint="Total, including those not recorded as related parties"
        optional
        inputMode="numeric"
        maxLength={6}
      />
    </>
  );
}

function UnusualFields({ field }: { field: FieldOf }) {
  return (
    <>
      <TextArea field={field('what')} label="What is unusual" {...area} />
      <TextArea
        field={field('findings')}
        label="Written findings"
        hint="Background and purpose, in writing. It can follow later"
        optional
        {...area}
      />
    </>
  );
}

function SimplifiedFields({ field }: { field: FieldOf }) {
  return (
    <>
      <Checkbox
        field={field('inListedClass')}
        label="Client belongs to a listed class"
        hint="Government bodies and listed issuers count by their type; others when you say so here"
      />
      <TextArea field={field('ground')} label="Listed class and basis" {...area} />
    </>
  );
}
