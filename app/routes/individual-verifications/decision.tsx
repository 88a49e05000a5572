import { leastOpposingReasonLength } from '#rules/guards/verification.ts';
import { machineResultLabels } from '#rules/verification/machine-result.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Marked, type MarkProps } from '../../components/mark.tsx';
import { ActForm, type FormFrame } from './frame.tsx';
import { machineMarks } from './marks.ts';
import type { ShownVerification } from './shown.server.ts';

const decisionMarks: Record<'verified' | 'notVerified', MarkProps> = {
  verified: { className: 'mark mark-settled', 'data-mark': '✓' },
  notVerified: { className: 'mark mark-danger', 'data-mark': '×' },
};

const meanings = {
  pass: 'Every clause of the rule is met, and nothing that answered disagrees.',
  refer: 'Something is unclear, or not all of the rule is met.',
  fail: 'An issuer does not know the document, or the face is not its holder’s.',
  error: 'No source has answered yet. That says nothing about the person.',
};

/** What the machine makes of it and what a person decided, side by side and never mixed. */
export function Outcome({ verification, frame }: { verification: ShownVerification; frame: FormFrame }) {
  const { machineResult, decision, decisionText } = verification;
  return (
    <section className="panel mt-6 grid gap-4 p-4" aria-labelledby="outcome-heading">
      <h2 id="outcome-heading">Outcome</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-1">
          <h3 className="text-xs font-normal text-ink-soft">What the checks found</h3>
          {machineResult === null ? (
            <p className="text-ink-soft">Nothing has been checked yet</p>
          ) : (
            <>
              <p className="font-semibold">
                <Marked by={machineMarks[machineResult]}>{machineResultLabels[machineResult]}</Marked>
              </p>
              <p className="hint">{meanings[machineResult]}</p>
            </>
          )}
        </div>
        <div className="grid content-start gap-1">
          <h3 className="text-xs font-normal text-ink-soft">What a person decided</h3>
          {decision === null ? (
            <p className="text-ink-soft">Nobody has decided yet</p>
          ) : (
            <>
              <p className="font-semibold">
                <Marked by={decisionMarks[decision.decision]}>
                  {decision.decision === 'verified' ? 'Verified' : 'Not verified'}
                </Marked>
              </p>
              <p className="whitespace-pre-line">{decision.reason}</p>
              <p className="hint">
                {decisionText}
                {decision.opposesFindings ? '. It says something else than what was found' : ''}
              </p>
            </>
          )}
        </div>
      </div>
      <Decide verification={verification} frame={frame} />
    </section>
  );
}

function Decide({ verification, frame }: { verification: ShownVerification; frame: FormFrame }) {
  const verify = verification.moves.find(({ act }) => act === 'decideVerified');
  const refuse = verification.moves.find(({ act }) => act === 'decideNotVerified');
  if (verify === undefined && refuse === undefined) return null;
  const blockers = verify?.blockers ?? [];
  const mayAccept = verify !== undefined && blockers.length === 0;
  const against = !verification.rulePassed || verification.sharesDocument;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      {blockers.length > 0 ? (
        <BlockerList blockers={blockers} page={{ kind: 'client', id: verification.client.id }} />
      ) : null}
      <ActForm
        frame={frame}
        intent="decide"
        heading="Decide"
        button="Record the decision"
        backText={null}
        headingLevel="h3"
      >
        {(of) => (
          <>
            <RadioGroup
              field={of('decision')}
              label="Your decision"
              choices={[
                ...(mayAccept
                  ? [
                      {
                        value: 'verified',
                        label: 'Verified',
                        hint: against
                          ? `Not all that was found supports this: say why in ${leastOpposingReasonLength} characters or more`
                          : undefined,
                      },
                    ]
                  : []),
                { value: 'notVerified', label: 'Not verified' },
              ]}
            />
            <TextArea
              field={of('reason')}
              label="Reason"
              hint="In your own words; an auditor will read it"
              rows={3}
              maxLength={1000}
            />
          </>
        )}
      </ActForm>
    </div>
  );
}
