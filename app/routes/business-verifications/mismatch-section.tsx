import { Badge } from '../../components/badge.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
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
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './loader.server.ts';

type Mismatch = VerificationPage['verification']['mismatches'][number];

/** Discrepancies between the record and the register, each to resolve. */
export function MismatchSection({
  mismatches,
  settledAt,
  canDecide,
  context,
}: {
  mismatches: readonly Mismatch[];
  settledAt: Record<string, string>;
  canDecide: boolean;
  context: FormContext;
}) {
  return (
    <Panel id="differences" title="Discrepancies" className="mt-6">
      <SectionMessage at="differences" />
      {mismatches.length === 0 ? (
        <p>
          <Badge by={verifiedBadge}>Nowhere</Badge>: no discrepancies found.
        </p>
      ) : (
        <ul className="grid gap-4">
          {mismatches.map((mismatch) => (
            <li
              key={mismatch.field}
              className="grid gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0"
            >
              <h3 className="font-semibold">
                {mismatch.label}{' '}
                <span className="font-normal">
                  <Badge by={mismatch.settled ? verifiedBadge : missingBadge}>
                    {mismatch.settled
                      ? 'Resolved'
                      : mismatch.mustResolve
                        ? 'Resolve before deciding'
                        : 'Review'}
                  </Badge>
                </span>
              </h3>
              <DescriptionList
                layout="compact"
                facts={[
                  {
                    label: mismatch.field === 'directors' ? 'Client record only' : 'On record',
                    value:
                      mismatch.recorded ?? (mismatch.field === 'registryStatus' ? 'Not recorded' : 'None'),
                  },
                  {
                    label: mismatch.field === 'directors' ? 'Register only' : 'Register',
                    value: mismatch.registry ?? 'None',
                  },
                ]}
              />
              {mismatch.settled ? (
                <p className="hint">
                  {resolvedLabels[mismatch.settled.resolution]}
                  {mismatch.settled.reason ? `: ${mismatch.settled.reason}` : ''} · {mismatch.settled.by.name}
                  , {settledAt[mismatch.field]}
                </p>
              ) : canDecide ? (
                <Settle mismatch={mismatch} context={context} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

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
