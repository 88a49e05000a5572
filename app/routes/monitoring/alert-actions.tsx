import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import type { MonitoringResult } from './actions.server.ts';
import type { LoadedAlert } from './alert.server.ts';

interface Frame {
  page: LoadedAlert;
  result?: MonitoringResult | undefined;
}

/** A form of the alert. `intent` is the value of its button. */
function AlertForm({
  frame: { page, result },
  intent,
  button,
  variant = 'secondary',
  values,
  children,
}: {
  frame: Frame;
  intent: string;
  button: string;
  variant?: 'primary' | 'secondary';
  values?: Record<string, unknown>;
  children?: (field: (name: string) => FormField) => ReactNode;
}) {
  const own = result?.form === intent ? result : undefined;
  return (
    <Form method="post" className="grid gap-3">
      <RequestKeyInput value={page.requestKey} />
      <input type="hidden" name="version" value={page.alert.version} />
      <ErrorSummary formId={intent} errors={own?.reply.error ?? {}} reply={own} />
      {children?.(plainFields(intent, own?.reply, values))}
      <div>
        <SubmitButton name="intent" value={intent} variant={variant}>
          {button}
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The actions on an alert, each with its form. */
export function AlertActions(frame: Frame) {
  const { page, result } = frame;
  const { transitions, alert, outcomes, undecided } = page;
  if (transitions.length === 0) return null;
  const may = (to: string) => (transitions as string[]).includes(to);
  const opens = (intent: string) => result?.form === intent;
  return (
    <Panel headingId="moves-heading" title="Actions" level={3}>
      {may('inProgress') ? (
        <AlertForm frame={frame} intent="move-inProgress" button="Claim" variant="primary" />
      ) : null}
      {may('open') ? <AlertForm frame={frame} intent="move-open" button="Reopen" /> : null}
      {may('closed') ? (
        <AlertForm frame={frame} intent="move-closed" button="Close" variant="primary">
          {(field) => (
            <>
              <Select field={field('outcome')} label="Outcome" empty="Select" choices={outcomes} />
              <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" maxLength={1000} />
            </>
          )}
        </AlertForm>
      ) : null}
      {undecided.length > 0 ? (
        <p className="hint">Closes automatically when every match is resolved.</p>
      ) : null}
      {alert.status === 'closed' ? null : <AssigneeForm frame={frame} isOpen={opens('assign')} />}
      {may('escalated') ? <EscalationForm frame={frame} isOpen={opens('move-escalated')} /> : null}
      {may('snoozed') ? <SnoozeForm frame={frame} isOpen={opens('move-snoozed')} /> : null}
    </Panel>
  );
}

interface FoldedFormProps {
  frame: Frame;
  /** True after its post was rejected. */
  isOpen: boolean;
}

function AssigneeForm({ frame, isOpen }: FoldedFormProps) {
  const { alert, members } = frame.page;
  return (
    <details open={isOpen}>
      <summary>Assignee</summary>
      <div className="mt-3">
        <AlertForm frame={frame} intent="assign" button="Assign" values={{ memberId: alert.assigneeId }}>
          {(field) => (
            <Select field={field('memberId')} label="Assignee" empty="Unassigned" choices={members} />
          )}
        </AlertForm>
      </div>
    </details>
  );
}

function EscalationForm({ frame, isOpen }: FoldedFormProps) {
  return (
    <details id="escalate" open={isOpen}>
      <summary>Escalate</summary>
      <div className="mt-3">
        <AlertForm frame={frame} intent="move-escalated" button="Escalate">
          {(field) => (
            <TextArea
              field={field('reason')}
              label="Reason for escalation"
              hint="Assigned to your compliance officer"
              maxLength={1000}
              optional
            />
          )}
        </AlertForm>
      </div>
    </details>
  );
}

function SnoozeForm({ frame, isOpen }: FoldedFormProps) {
  return (
    <details id="snooze" open={isOpen}>
      <summary>Snooze</summary>
      <div className="mt-3">
        <AlertForm frame={frame} intent="move-snoozed" button="Snooze">
          {(field) => (
            <TextInput
              field={field('snoozedUntil')}
              label="Until"
              hint="At most 90 days from now"
              type="date"
            />
          )}
        </AlertForm>
      </div>
    </details>
  );
}
