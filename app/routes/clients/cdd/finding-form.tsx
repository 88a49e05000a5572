import { Form, Link } from '@remix-run/react';
import type { EntityPart, SourceDocument } from '#rules/cdd-rule-packs/entity-information.ts';
import { type FindingSubject, findingLabels } from '#rules/cdd-rule-packs/findings.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';
import { FindingFields } from './finding-fields.tsx';
import type { handleFindingAction } from './findings.server.ts';

export type FindingResult = Exclude<Awaited<ReturnType<typeof handleFindingAction>>, Response>['data'];
const formId = 'finding';

/** Why each finding is recorded: its effect under the law. */
const abouts: Record<FindingSubject, string> = {
  politicalExposure:
    'Record your own finding. Foreign PEPs and their relatives or close associates require enhanced CDD and senior manager approval.',
  sourceOfWealthOrFunds: 'An earlier finding. It counts once verified.',
  structure: 'Structure details not held elsewhere.',
  entity:
    'Information that the law requires about an entity. You can save part of it and complete it later. Do not repeat related parties already on record.',
  ownership:
    'Required unless a business verification has traced the ownership. It counts only from a register, or a document on the client’s record that shows the ownership (NZ s16(1)(b); AU s28(3)). That the owners cannot be determined is recorded by a member who can approve exceptions from CDD. Where there is no beneficial owner, Australian law requires you to identify the chief executive.',
  ownersDeemed:
    'In Australia the beneficial owners of these clients count as established and need not be verified. The type of client alone is no ground. This does not apply in New Zealand.',
  addressVerified: 'The first address on record. If it changes, it must be verified again.',
  addressExcused:
    'In New Zealand an address is verified by reasonable steps according to risk where CDD is enhanced. Record why the risk does not call for it.',
  unusual:
    'A complex or unusually large activity, or one without apparent purpose, requires enhanced CDD and written findings.',
  significantChange:
    'A significant change in the nature or purpose of the relationship ends the relief for pre-commencement clients.',
  enhanced: 'The client requires enhanced CDD from now on, because you consider that the risk calls for it.',
  mitigation:
    'In New Zealand you need not verify a trust’s source of wealth or funds if standard CDD mitigates the risk, unless the risk is high. Record your reason.',
  simplified:
    'In New Zealand simplified CDD is only for listed classes, in Australia only at low risk; never where enhanced CDD is triggered.',
  seniorApproval: 'As senior manager, you approve establishing or continuing this relationship.',
  sourceValue:
    'The amount of wealth or funds that needs evidence. The requirement is met once verified lines reach it, within the tolerance in your policies. It is at least the value of the client’s open work. Lowering a recorded value is for those who can approve exceptions from CDD.',
  sourceNotRelevant:
    'In Australia you need the source of wealth or funds only where it is relevant to the risk. This does not apply to politically exposed persons, or in New Zealand.',
  pepCheckExcused:
    'In New Zealand you establish PEP status according to the level of risk. At low risk you can record why it is not called for. This does not apply in Australia.',
  newTechnology:
    'A new or developing technology, or a product, that might favour anonymity requires enhanced CDD and additional measures. To be confirmed against NZ s22(5) and s30.',
  furtherMeasures:
    'Where enhanced measures do not manage the risk, New Zealand requires further measures (reg 12AB).',
  anonymousAccount:
    'In New Zealand an account in a false or anonymous name is prohibited, and an existing one requires standard CDD as soon as practicable. To be confirmed against s38.',
  nestedServices:
    'A client that serves its own customers through your services requires enhanced CDD in Australia.',
  actingExcused:
    'In Australia those who act for a client that is no individual need no verification once their authority is established, if the additional risk is low and CDD is not enhanced. This does not apply in New Zealand.',
  preCommencement:
    'Initial CDD is waived for a client of before the law applied (NZ s14(1)(c); AU s36), once this is recorded.',
  earlierCdd:
    'In Australia identity, ownership and representatives count as established if CDD was done under the former law, by your business group abroad, or by a business transferred to you with its records. Screening, PEP status, purpose and the risk assessment are still required.',
};

/** In Australia alone the change also has to make the risk medium or high. NZ s14(1)(c); AU s36. */
function getAbout(subject: FindingSubject, laws: readonly Jurisdiction[]): string {
  if (subject !== 'significantChange' || !laws.includes('AUS')) return abouts[subject];
  const where = laws.includes('NZL') ? 'In Australia it does so' : 'It does so';
  return `${abouts[subject]} ${where} where the risk is medium or high.`;
}

interface Frame {
  clientId: string;
  version: number;
  requestKey: string;
  result: FindingResult | undefined;
}

/** The form that records a finding or decision about one subject. */
export function FindingForm({
  subject,
  values,
  entityParts,
  laws,
  documents,
  ...frame
}: Frame & {
  subject: FindingSubject;
  values: Record<string, unknown>;
  /** Required parts of an entity's information. */
  entityParts: readonly EntityPart[];
  /** Laws under which the company works. */
  laws: readonly Jurisdiction[];
  /** Documents on record that can be named as a source. */
  documents: readonly SourceDocument[];
}) {
  const { clientId, version, requestKey, result } = frame;
  const field = plainFields(formId, result?.reply, values);
  return (
    <section className="grid max-w-form gap-3" aria-labelledby="finding-heading">
      <h4 id="finding-heading" className="font-semibold">
        {findingLabels[subject]}
      </h4>
      <p>{getAbout(subject, laws)}</p>
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Form method="post" id={formId} className="grid gap-4" preventScrollReset>
        <RequestKeyInput value={`${requestKey}-finding`} />
        <input type="hidden" name="panel" value="finding" />
        <input type="hidden" name="intent" value="record" />
        <input type="hidden" name="subject" value={subject} />
        <input type="hidden" name="version" value={version} />
        <FindingFields
          subject={subject}
          field={field}
          entityParts={entityParts}
          laws={laws}
          documents={documents}
        />
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
      isRejected={result !== undefined}
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
