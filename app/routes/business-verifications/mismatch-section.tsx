import { formatDate } from '#rules/dates/calendar-dates.ts';
import type { StepProgress } from '#rules/progress.ts';
import type { BusinessStep } from '#rules/verification-pages/business-progress.ts';
import { Badge } from '../../components/badge.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import {
  missingBadge,
  resolutionLabels,
  resolvedLabels,
  verifiedBadge,
} from '../../components/ownership/verification-labels.ts';
import { Panel } from '../../components/panel.tsx';
import { DataTable } from '../../components/table.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './loader.server.ts';

type Mismatch = VerificationPage['verification']['mismatches'][number];

/** Discrepancies between the record and the register, each with its outcome, and the forms that resolve them. */
export function MismatchSection({
  mismatches,
  step,
  settledAt,
  canDecide,
  context,
}: {
  mismatches: readonly Mismatch[];
  /** Of the comparison in the verification's progress. */
  step: StepProgress<BusinessStep>;
  settledAt: Record<string, string>;
  canDecide: boolean;
  context: FormContext;
}) {
  const open = canDecide ? mismatches.filter(({ settled }) => !settled) : [];
  return (
    <Panel id="differences" title="Discrepancies">
      <SectionMessage at="differences" />
      <DataTable
        look="sides"
        caption="Fields in which the client record and the register differ, with the outcome"
        columns={[
          { title: 'Field', label: '', isRowHeader: true, cell: ({ label }) => <strong>{label}</strong> },
          { title: 'Record', cell: (mismatch) => <Recorded mismatch={mismatch} /> },
          { title: 'Register', cell: (mismatch) => <Registered mismatch={mismatch} /> },
          {
            title: 'Outcome',
            label: '',
            cell: (mismatch) => <Settlement mismatch={mismatch} at={settledAt[mismatch.field]} />,
          },
        ]}
        rows={mismatches}
        rowKey={({ field }) => field}
        empty={
          step.state === 'complete' ? (
            <p>
              <Badge by={verifiedBadge}>{step.reason}</Badge> The record agrees with the register.
            </p>
          ) : (
            <p className="text-ink-soft">{step.reason}</p>
          )
        }
      />
      {open.length === 0 ? null : (
        <ul className={`grid gap-x-8 gap-y-5 print:hidden ${open.length > 1 ? 'xl:grid-cols-2' : ''}`}>
          {open.map((mismatch) => (
            <li key={mismatch.field} className="border-t border-line pt-4">
              <Settle mismatch={mismatch} context={context} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Of directors, only those that the other side lacks. */
function Recorded({ mismatch }: { mismatch: Mismatch }) {
  const { field, recorded } = mismatch;
  return (
    <>
      {field === 'directors' ? <span className="hint block">Client record only</span> : null}
      {textOf(mismatch, recorded) ?? (field === 'registryStatus' ? 'Not recorded' : 'None')}
    </>
  );
}

function Registered({ mismatch }: { mismatch: Mismatch }) {
  return (
    <>
      {mismatch.field === 'directors' ? <span className="hint block">Register only</span> : null}
      {textOf(mismatch, mismatch.registry) ?? 'None'}
    </>
  );
}

/** How a discrepancy was resolved, or that it is not yet. */
function Settlement({
  mismatch: { settled, mustResolve },
  at,
}: {
  mismatch: Mismatch;
  at: string | undefined;
}) {
  if (!settled) return <Badge by={missingBadge}>{mustResolve ? 'Resolve before deciding' : 'Review'}</Badge>;
  return (
    <>
      <Badge by={verifiedBadge}>Resolved</Badge>
      <span className="hint block">
        {resolvedLabels[settled.resolution]}
        {settled.reason ? `: ${settled.reason}` : ''} · {settled.by.name}, {at}
      </span>
    </>
  );
}

/** A value of the record or the register as it is shown: a date as everywhere else. */
const textOf = ({ field }: Mismatch, value: string | null) =>
  field === 'incorporatedOn' && value !== null ? formatDate(value) : value;

const hints = {
  useRegistry: 'Updates the client record',
  keepRecorded: 'Client record is correct (enter a reason)',
  noted: 'No change (explain below)',
};

function Settle({ mismatch, context }: { mismatch: Mismatch; context: FormContext }) {
  const { field, label, resolutions } = mismatch;
  const name = `settle-${field}`;
  return (
    <PageForm name={name} intent="settle" context={context} className="grid max-w-form gap-3 print:hidden">
      {(fieldOf) => (
        <>
          <h3 className="font-semibold">{label}</h3>
          <input type="hidden" name="field" value={field} />
          <RadioGroup
            field={fieldOf('resolution')}
            label={
              <>
                Resolution<span className="sr-only">: {label}</span>
              </>
            }
            choices={resolutions.map((value) => ({
              value,
              label:
                field === 'directors' && value === 'useRegistry'
                  ? 'Add the register’s directors as related parties'
                  : resolutionLabels[value],
              hint: hints[value],
            }))}
          />
          <TextArea
            field={fieldOf('reason')}
            label="Reason"
            hint="Required unless you use the register’s value"
            rows={2}
            maxLength={500}
          />
          <p>
            <SubmitButton variant="secondary" busy="Saving…">
              Resolve<span className="sr-only"> {label}</span>
            </SubmitButton>
          </p>
        </>
      )}
    </PageForm>
  );
}
