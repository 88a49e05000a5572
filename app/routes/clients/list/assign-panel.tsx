import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { maxBulkClients } from '#rules/clients/client-batches.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { bulkActionsUrl } from '#rules/pages/client-list-pages.ts';
import { Button } from '../../../components/button.tsx';
import { Select, Tick } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';
import { useScripted } from '../../../components/forms/use-hydrated.ts';
import { WarningBox } from '../../../components/forms/warning-box.tsx';
import { Card } from '../../../components/panel.tsx';
import { formatCount } from '../../../components/table.tsx';
import type { AssignResult } from './assign.server.ts';

/** Bulk actions on the selected clients, or on all of the filter: above the table, in the same form. */
export function AssignPanel({
  members,
  total,
  requestKey,
  result,
  leaveHref,
}: {
  members: readonly { id: string; name: string }[];
  total: CappedCount;
  requestKey: string;
  result?: AssignResult;
  /** The list without checkboxes. */
  leaveHref: string;
}) {
  const isScripted = useScripted();
  const field = plainFields('assign', result?.reply);
  const hasReviewErrors = [field('dueOn'), field('cause')].some(({ errors }) => errors !== undefined);
  return (
    <Card className="mt-4 grid gap-4">
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="confirmedTotal" value={total.count} />
      <ErrorSummary formId="assign" errors={result?.reply.error ?? {}} reply={result} />
      {result?.result ? <NotChanged result={result.result} reply={result} /> : null}
      <Scope total={total} chosen={field('which').initialValue ?? 'ticked'} />
      <div className="flex flex-wrap items-end gap-3">
        <Select
          className="min-w-56"
          field={field('to')}
          label="Set relationship owner"
          choices={[
            ...members.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'nobody', label: 'No one (unassign)' },
          ]}
          empty="Select"
          required
        />
        <SubmitButton name="intent" value="assign" busy="Assigning…">
          Assign
        </SubmitButton>
        <SubmitButton name="intent" value="enrol" variant="secondary" busy="Enrolling…" formNoValidate>
          Enrol in monitoring
        </SubmitButton>
        <SubmitButton
          name="intent"
          value="startOnboarding"
          variant="secondary"
          busy="Starting…"
          formNoValidate
        >
          Start onboarding
        </SubmitButton>
        <Link to={leaveHref} className="py-2">
          Cancel selection
        </Link>
        {/* Its place is there from the start, so that nothing moves. */}
        <Button
          type="button"
          className={isScripted ? '' : 'invisible noscript:hidden'}
          onClick={(event) => toggleAll(event.currentTarget.form)}
        >
          Select all on this page
        </Button>
      </div>
      <details open={hasReviewErrors}>
        <summary>Schedule a review</summary>
        <div className="mt-2 flex flex-wrap items-end gap-3">
          <TextInput field={field('dueOn')} label="Due date" type="date" />
          <TextInput className="min-w-64" field={field('cause')} label="Why" maxLength={500} />
          <SubmitButton
            name="intent"
            value="startReview"
            variant="secondary"
            busy="Scheduling…"
            formNoValidate
          >
            Schedule review
          </SubmitButton>
        </div>
      </details>
      <p className="hint">
        <Link to={bulkActionsUrl()}>Earlier bulk actions</Link>
      </p>
    </Card>
  );
}

/** Selects every client of the page, or none if all are selected. */
function toggleAll(form: HTMLFormElement | null): void {
  const checkboxes = [...(form?.querySelectorAll<HTMLInputElement>('input[name=client]') ?? [])];
  const areAllChecked = checkboxes.every(({ checked }) => checked);
  for (const checkbox of checkboxes) checkbox.checked = !areAllChecked;
}

/** Clients to change: the selected ones, or the whole list if it is small enough. */
function Scope({ total, chosen }: { total: CappedCount; chosen: unknown }) {
  const canChooseAll = !total.capped && total.count <= maxBulkClients;
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="mb-1">Which clients</legend>
      <Which value="ticked" chosen={chosen}>
        Selected clients
      </Which>
      {canChooseAll ? (
        <Which value="all" chosen={chosen}>
          All {formatCount(total)} clients in this list
        </Which>
      ) : (
        <p className="hint">
          You can select up to {formatNumber(maxBulkClients)} clients at once. Narrow the filter.
        </p>
      )}
    </fieldset>
  );
}

function Which({ value, chosen, children }: { value: string; chosen: unknown; children: ReactNode }) {
  return (
    <Tick type="radio" name="which" value={value} defaultChecked={chosen === value}>
      {children}
    </Tick>
  );
}

function NotChanged({ result, reply }: { result: NonNullable<AssignResult['result']>; reply: unknown }) {
  const { changed, notChanged } = result;
  return (
    <WarningBox
      id="not-changed"
      kind="warning"
      heading={`${changed} updated, ${notChanged.length} not updated`}
      reply={reply}
    >
      <ul className="grid gap-1">
        {notChanged.map(({ id, name, reason }) => (
          <li key={id}>
            <Link to={`/clients/${id}`}>{name}</Link>: {reason}
          </li>
        ))}
      </ul>
      <p>The list has been refreshed. Select again any clients you still want to change.</p>
    </WarningBox>
  );
}
