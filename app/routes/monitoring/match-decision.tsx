import { Form } from '@remix-run/react';
import { falsePositiveReasonLabels, falsePositiveReasons } from '#rules/screening-matches/match-labels.ts';
import { RadioGroup, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import type { MonitoringResult } from './actions.server.ts';
import type { LoadedAlert } from './alert.server.ts';
import type { MatchView } from './alert-matches.server.ts';

export interface MatchProps {
  match: MatchView;
  page: LoadedAlert;
  result?: MonitoringResult | undefined;
}

const reasonChoices = falsePositiveReasons.map((value) => ({
  value,
  label: falsePositiveReasonLabels[value],
}));

/** The immediate effect of confirming a match. */
function trueMatchHint({ isSanction, provision }: MatchView): string {
  if (!isSanction) return 'Updates the client’s risk and CDD requirements';
  return provision === ''
    ? 'Sets minimum level: High. This list does not prohibit dealing where your company is regulated'
    : `Sets minimum level: High. You must not act for the client (${provision})`;
}

function toDecisionChoices(match: MatchView, mayConfirm: boolean) {
  return [
    {
      value: 'falsePositive',
      label: 'False positive',
      hint: 'Not raised again unless the list entry changes',
    },
    ...(mayConfirm
      ? [
          {
            value: 'truePositive',
            label: 'True match',
            hint: trueMatchHint(match),
          },
        ]
      : []),
    { value: 'possible', label: 'Possible match', hint: 'Stays in the queue' },
  ];
}

/** The form that decides whether the match is the client. */
export function DecideForm({ match, page, result }: MatchProps) {
  const name = `decide-${match.id}`;
  const own = result?.form === name ? result : undefined;
  const field = plainFields(name, own?.reply);
  return (
    <Form method="post" className="mt-2 grid gap-3 border-t border-line pt-4">
      <RequestKeyInput value={page.requestKey} />
      <input type="hidden" name="matchId" value={match.id} />
      <input type="hidden" name="version" value={match.version} />
      <ErrorSummary formId={name} errors={own?.reply.error ?? {}} reply={own} />
      <RadioGroup
        field={field('decision')}
        label={`Is this match ${match.name}?`}
        choices={toDecisionChoices(match, page.mayConfirm)}
      />
      {page.mayConfirm ? null : (
        <p className="hint">
          If you think it is a true match, escalate the alert to your compliance officer.
        </p>
      )}
      <DecisionDetails field={field} needsPepType={match.isExposed && page.mayConfirm} />
      <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" rows={2} maxLength={1000} />
      <div>
        <SubmitButton name="intent" value="decide">
          Save decision
        </SubmitButton>
      </div>
    </Form>
  );
}

function DecisionDetails({
  field,
  needsPepType,
}: {
  field: (name: string) => FormField;
  needsPepType: boolean;
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        field={field('reasonCode')}
        label="Reason for false positive"
        empty="Select"
        choices={reasonChoices}
      />
      {needsPepType ? (
        <Select
          field={field('pepOf')}
          label="PEP type"
          hint="Foreign: high risk and enhanced CDD. Domestic or international organisation: no minimum level of risk."
          empty="Select"
          choices={[
            { value: 'foreign', label: 'Foreign' },
            { value: 'domestic', label: 'Domestic' },
            { value: 'internationalOrganisation', label: 'International organisation' },
          ]}
        />
      ) : null}
    </div>
  );
}

/** Dismisses every undecided match with one reason: a common name has many, all ruled out by the same fact. */
export function DismissAll({ page, result }: { page: LoadedAlert; result?: MonitoringResult | undefined }) {
  const own = result?.form === 'dismiss' ? result : undefined;
  const field = plainFields('dismiss', own?.reply);
  return (
    <Panel headingId="dismiss-heading" title="Dismiss all as false positives" level={3}>
      <Form method="post" className="grid max-w-form gap-3">
        <RequestKeyInput value={page.requestKey} />
        {page.undecided.map((value) => (
          <input key={value} type="hidden" name="match" value={value} />
        ))}
        <ErrorSummary formId="dismiss" errors={own?.reply.error ?? {}} reply={own} />
        <Select
          field={field('reasonCode')}
          label="Reason for false positive"
          empty="Select"
          choices={reasonChoices}
        />
        <TextArea
          field={field('reason')}
          label="Reason"
          hint="Saved on each match"
          rows={2}
          maxLength={1000}
        />
        <div>
          <SubmitButton name="intent" value="dismiss" variant="secondary">
            Dismiss {page.undecided.length} matches
          </SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}
