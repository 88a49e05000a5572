import type { SubmissionResult } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import { riskLevelLabels, riskLevels } from '#rules/client-types.ts';
import { overrideReasonCodes, overrideReasonLabels } from '#rules/risk/override.ts';
import { RadioGroup, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';

export const decisions = ['approve', 'return', 'void', 'override', 'liftOverride'] as const;
export type Decision = (typeof decisions)[number];

export const isDecision = (text: string | null): text is Decision => decisions.some((one) => one === text);

const words: Record<Decision, { heading: string; about: string; button: string; isDangerous?: boolean }> = {
  approve: {
    heading: 'Approve this assessment',
    about:
      'Its level becomes the level in force, and the assessment before it is superseded. It never changes after that.',
    button: 'Approve',
  },
  return: {
    heading: 'Return this assessment',
    about: 'The assessor can take it up again, with what you write here beside it.',
    button: 'Return to the assessor',
  },
  void: {
    heading: 'Declare this assessment void',
    about: 'It is kept as it is but counts no longer. This cannot be undone.',
    button: 'Declare void',
    isDangerous: true,
  },
  override: {
    heading: 'Override the level',
    about:
      'Your level stands in place of the computed one until its last day. It lapses before that when the computed level rises.',
    button: 'Override the level',
  },
  liftOverride: {
    heading: 'Lift the override',
    about: 'The computed level is in force again.',
    button: 'Lift the override',
  },
};

const formId = 'decision';

/** A question of consequence, on a page of its own. */
export function DecisionForm({
  decision,
  version,
  requestKey,
  backHref,
  reply,
}: {
  decision: Decision;
  version: number;
  requestKey: string;
  backHref: string;
  reply: SubmissionResult | undefined;
}) {
  const field = plainFields(formId, reply);
  const { heading, about, button, isDangerous } = words[decision];
  return (
    <section className="panel mt-4 max-w-form p-4" aria-labelledby="decision-heading">
      <h2 id="decision-heading">{heading}</h2>
      <p className="mt-1 mb-4 text-ink-soft">{about}</p>
      <Form method="post" className="grid gap-4" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="decision" value={decision} />
        <ErrorSummary formId={formId} errors={reply?.error ?? {}} reply={reply} />
        {decision === 'approve' ? (
          <>
            <TextInput
              field={field('nextReviewDueOn')}
              label="Next review due"
              hint="Leave it empty for the date that your policy and the template give"
              type="date"
              optional
            />
            <TextInput
              field={field('reviewReason')}
              label="Why this date"
              hint="Needed when it is later than the date that was set before"
              maxLength={500}
              optional
            />
          </>
        ) : null}
        {decision === 'override' ? (
          <>
            <RadioGroup
              field={field('level')}
              label="Level"
              choices={riskLevels.map((value) => ({ value, label: riskLevelLabels[value] }))}
            />
            <Select
              field={field('reasonCode')}
              label="Kind of reason"
              empty="Choose one"
              choices={overrideReasonCodes.map((value) => ({ value, label: overrideReasonLabels[value] }))}
            />
          </>
        ) : null}
        {decision === 'return' || decision === 'void' || decision === 'override' ? (
          <TextArea
            field={field('reason')}
            label={decision === 'return' ? 'What has to be changed' : 'Reason'}
            hint={
              decision === 'override' ? 'At least 20 characters; it is kept with the assessment' : undefined
            }
            maxLength={decision === 'override' ? 2000 : 1000}
          />
        ) : null}
        {decision === 'override' ? (
          <TextInput field={field('expiresOn')} label="Last day of the override" type="date" />
        ) : null}
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton look={isDangerous ? 'danger' : 'primary'}>{button}</SubmitButton>
          <Link to={backHref}>Back to the assessment</Link>
        </div>
      </Form>
    </section>
  );
}
