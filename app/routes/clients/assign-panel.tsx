import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { CappedCount } from '#contract/clients.ts';
import { mostFilteredClients } from '#rules/client-batches.ts';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { useScripted } from '../../components/forms/scripted.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { countText } from '../../components/table.tsx';
import type { AssignAnswer } from './assign.server.ts';

/** What is done to the ticked clients, or to all of the filter: stands above the table, in the same form. */
export function AssignPanel({
  members,
  total,
  requestKey,
  answer,
  leaveHref,
}: {
  members: readonly { id: string; name: string }[];
  total: CappedCount;
  requestKey: string;
  answer?: AssignAnswer;
  /** The list without checkboxes. */
  leaveHref: string;
}) {
  const isScripted = useScripted();
  const field = plainFields('assign', answer?.reply);
  const which = field('which').initialValue ?? 'ticked';
  const mayTakeAll = !total.capped && total.count <= mostFilteredClients;
  const tickAll = (button: HTMLButtonElement) => {
    const ticks = [...(button.form?.querySelectorAll<HTMLInputElement>('input[name=client]') ?? [])];
    const areAll = ticks.every(({ checked }) => checked);
    for (const tick of ticks) tick.checked = !areAll;
  };
  return (
    <div className="panel mt-4 grid gap-4 p-4">
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="shownTotal" value={total.count} />
      <ErrorSummary formId="assign" errors={answer?.reply.error ?? {}} reply={answer} />
      {answer?.result ? <NotChanged result={answer.result} reply={answer} /> : null}
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="mb-1">Which clients</legend>
        <Which value="ticked" chosen={which}>
          The ones ticked below
        </Which>
        {mayTakeAll ? (
          <Which value="all" chosen={which}>
            All {countText(total)} that the list shows, on every page
          </Which>
        ) : (
          <p className="hint">All together: only up to {mostFilteredClients} clients. Narrow the filter.</p>
        )}
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          className="min-w-56"
          field={field('to')}
          label="Make responsible"
          choices={[
            ...members.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'nobody', label: 'Nobody' },
          ]}
          empty="Choose"
          required
        />
        <SubmitButton name="intent" value="assign" busy="Assigning…">
          Assign
        </SubmitButton>
        <SubmitButton name="intent" value="enrol" look="secondary" busy="Enrolling…" formNoValidate>
          Have them monitored
        </SubmitButton>
        {isScripted ? (
          <button type="button" className="button" onClick={(event) => tickAll(event.currentTarget)}>
            Tick all on this page
          </button>
        ) : null}
        <Link to={leaveHref} className="py-2">
          Stop selecting
        </Link>
      </div>
    </div>
  );
}

function Which({ value, chosen, children }: { value: string; chosen: unknown; children: ReactNode }) {
  return (
    <label className="flex items-center gap-2 font-normal">
      <input type="radio" name="which" value={value} defaultChecked={chosen === value} />
      <span>{children}</span>
    </label>
  );
}

function NotChanged({ result, reply }: { result: NonNullable<AssignAnswer['result']>; reply: unknown }) {
  const { changed, notChanged } = result;
  return (
    <AttentionBox
      id="not-changed"
      kind="attention"
      heading={`${changed} changed, ${notChanged.length} not changed`}
      reply={reply}
    >
      <ul className="grid gap-1">
        {notChanged.map(({ id, name, reason }) => (
          <li key={id}>
            <Link to={`/clients/${id}`}>{name}</Link>: {reason}
          </li>
        ))}
      </ul>
      <p>The list below is as it is now. Tick those again that you still want to change.</p>
    </AttentionBox>
  );
}
