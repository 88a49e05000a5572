import { RadioGroup } from '../../components/forms/choices.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Marked } from '../../components/mark.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './page.server.ts';
import { missingMark, resolutionWords, settledWords, verifiedMark } from './words.ts';

type Mismatch = VerificationPage['verification']['mismatches'][number];

/** Where the record and the register differ, to be settled one by one. */
export function MismatchSection({
  mismatches,
  settledAt,
  mayDecide,
  context,
}: {
  mismatches: readonly Mismatch[];
  settledAt: Record<string, string>;
  mayDecide: boolean;
  context: FormContext;
}) {
  return (
    <section id="differences" className="panel mt-6 grid gap-4 p-4" aria-labelledby="differences-heading">
      <h2 id="differences-heading">Where the record and the register differ</h2>
      {mismatches.length === 0 ? (
        <p>
          <Marked by={verifiedMark}>Nowhere</Marked>: name, numbers, dates, office and directors agree as far
          as both say.
        </p>
      ) : (
        <ul className="grid gap-4">
          {mismatches.map((one) => (
            <li key={one.field} className="grid gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0">
              <h3 className="font-semibold">
                {one.label}{' '}
                <span className="font-normal">
                  <Marked by={one.settled ? verifiedMark : missingMark}>
                    {one.settled
                      ? 'Settled'
                      : one.mustSettle
                        ? 'To be settled before a decision'
                        : 'To be looked at'}
                  </Marked>
                </span>
              </h3>
              <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[120px_1fr]">
                <dt className="text-ink-soft">{one.field === 'directors' ? 'Ours alone' : 'On record'}</dt>
                <dd>{one.recorded ?? (one.field === 'registryStatus' ? 'Not kept here' : 'Nothing')}</dd>
                <dt className="text-ink-soft">{one.field === 'directors' ? 'Register alone' : 'Register'}</dt>
                <dd>{one.registry ?? 'Nothing'}</dd>
              </dl>
              {one.settled ? (
                <p className="hint">
                  {settledWords[one.settled.resolution]}
                  {one.settled.reason ? `: ${one.settled.reason}` : ''} · {one.settled.by.name},{' '}
                  {settledAt[one.field]}
                </p>
              ) : mayDecide ? (
                <Settle mismatch={one} context={context} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const hints = {
  useRegistry: 'Changes the client’s record',
  keepRecorded: 'Ours is right, for the reason below',
  noted: 'Nothing changes; the reason below says what you found',
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
                How to settle it<span className="sr-only">: {label}</span>
              </>
            }
            choices={resolutions.map((value) => ({
              value,
              label:
                field === 'directors' && value === 'useRegistry'
                  ? 'Record the register’s directors as parties'
                  : resolutionWords[value],
              hint: hints[value],
            }))}
          />
          <TextArea
            field={fieldOf('reason')}
            label="Reason"
            hint="Needed unless the register’s value is taken"
            rows={2}
            maxLength={500}
          />
          <p>
            <SubmitButton look="secondary" busy="Saving…">
              Settle<span className="sr-only"> {label}</span>
            </SubmitButton>
          </p>
        </>
      )}
    </PageForm>
  );
}
