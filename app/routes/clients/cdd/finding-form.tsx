import { Form, Link } from '@remix-run/react';
import { type FindingSubject, findingLabels } from '#rules/cdd-rule-packs/findings.ts';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';
import { FindingFields } from './finding-fields.tsx';
import type { handleFindingAction } from './findings.server.ts';

export type FindingAnswer = Exclude<Awaited<ReturnType<typeof handleFindingAction>>, Response>['data'];
const formId = 'finding';

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
        <FindingFields subject={subject} field={field} />
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
