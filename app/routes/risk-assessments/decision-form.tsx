import type { SubmissionResult } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import type { Assessment } from '#contract/risk/assessments.ts';
import { riskLevelLabels, riskLevels } from '#rules/clients/client-types.ts';
import { minimumText, overrideReasonCodes, overrideReasonLabels } from '#rules/risk/override.ts';
import { RadioGroup, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary, type PlaceOf } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';

export const decisions = ['approve', 'return', 'void', 'override', 'liftOverride'] as const;
export type Decision = (typeof decisions)[number];

export const isDecision = (text: string | null): text is Decision =>
  decisions.some((decision) => decision === text);

const words: Record<Decision, { heading: string; about: string; button: string; isDangerous?: boolean }> = {
  approve: {
    heading: 'Approve this assessment',
    about:
      'This becomes the current risk level and the previous assessment is superseded. It cannot be changed afterwards.',
    button: 'Approve',
  },
  return: {
    heading: 'Return this assessment',
    about: 'The assessor can edit it and will see your comment.',
    button: 'Return to the assessor',
  },
  void: {
    heading: 'Void this assessment',
    about: 'It stays on record but no longer applies. This cannot be undone.',
    button: 'Void assessment',
    isDangerous: true,
  },
  override: {
    heading: 'Override risk level',
    about: 'Your level replaces the calculated level until it expires, or until the calculated level rises.',
    button: 'Override risk level',
  },
  liftOverride: {
    heading: 'Remove override',
    about: 'The calculated level applies again.',
    button: 'Remove override',
  },
};

const formId = 'decision';

/** Confirmation of a decision, on its own page. */
export function DecisionForm({
  decision,
  version,
  requestKey,
  backHref,
  minimum,
  reply,
  getPlace,
}: {
  decision: Decision;
  version: number;
  requestKey: string;
  backHref: string;
  minimum: Assessment['minimumLevel'];
  reply: SubmissionResult | undefined;
  getPlace: PlaceOf;
}) {
  const field = plainFields(formId, reply);
  const { heading, about, button, isDangerous } = words[decision];
  return (
    <Panel headingId="decision-heading" title={heading} className="mt-4 max-w-form" about={about}>
      <Form method="post" className="grid gap-4 print:hidden" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="decision" value={decision} />
        <ErrorSummary formId={formId} errors={reply?.error ?? {}} reply={reply} getPlace={getPlace} />
        <DecisionFields decision={decision} field={field} minimum={minimum} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton variant={isDangerous ? 'danger' : 'primary'}>{button}</SubmitButton>
          <Link to={backHref}>Back to the assessment</Link>
        </div>
      </Form>
    </Panel>
  );
}

type FieldGetter = (name: string) => FormField;

/** The fields of one decision. */
function DecisionFields({
  decision,
  field,
  minimum,
}: {
  decision: Decision;
  field: FieldGetter;
  minimum: Assessment['minimumLevel'];
}) {
  switch (decision) {
    case 'approve':
      return <ReviewFields field={field} />;
    case 'return':
      return <TextArea field={field('reason')} label="Changes required" maxLength={1000} />;
    case 'void':
      return <TextArea field={field('reason')} label="Reason" maxLength={1000} />;
    case 'override':
      return <OverrideFields field={field} minimum={minimum} />;
    case 'liftOverride':
      return null;
  }
}

/** Next review date, and the reason if it is not the default. */
function ReviewFields({ field }: { field: FieldGetter }) {
  return (
    <>
      <TextInput
        field={field('nextReviewDueOn')}
        label="Next review due"
        hint="Leave blank to use the date from your policy and template"
        type="date"
        optional
      />
      <TextInput
        field={field('reviewReason')}
        label="Reason for date"
        hint="Required if later than the current date"
        maxLength={500}
        optional
      />
    </>
  );
}

function OverrideFields({ field, minimum }: { field: FieldGetter; minimum: Assessment['minimumLevel'] }) {
  return (
    <>
      <RadioGroup
        field={field('level')}
        label="Level"
        hint={minimum === null ? undefined : minimumText(minimum)}
        choices={riskLevels.map((value) => ({ value, label: riskLevelLabels[value] }))}
      />
      <Select
        field={field('reasonCode')}
        label="Reason category"
        empty="Select a category"
        choices={overrideReasonCodes.map((value) => ({ value, label: overrideReasonLabels[value] }))}
      />
      <TextArea
        field={field('reason')}
        label="Reason"
        hint="At least 20 characters. Saved with the assessment"
        maxLength={2000}
      />
      <TextInput field={field('expiresOn')} label="Override expiry date" type="date" />
    </>
  );
}
