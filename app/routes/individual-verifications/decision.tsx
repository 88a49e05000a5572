import { machineResultLabels } from '#rules/identity-verification/machine-result.ts';
import { minContraryReasonLength } from '#rules/transition-guards/verification.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { Badge, type BadgeProps } from '../../components/badge.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { formatFormerIdentity } from '../../components/identity-verification/former-identity.ts';
import { Panel } from '../../components/panel.tsx';
import { automatedResultBadges } from './badges.ts';
import { ActionForm, type FormFrame } from './form-layout.tsx';
import type { VerificationView } from './verification-view.server.ts';

const decisionBadges: Record<'verified' | 'notVerified', BadgeProps> = {
  verified: { className: 'badge badge-success' },
  notVerified: { className: 'badge badge-danger' },
};

const meanings = {
  pass: 'All rule clauses met; no conflicting results.',
  refer: 'Unclear results, or not all rule clauses met.',
  fail: 'The issuer did not confirm the document, or the face did not match.',
  error: 'No source has responded. This is not a fail.',
};

/** The automated result and the reviewer's decision, side by side and never combined. */
export function Outcome({ verification, frame }: { verification: VerificationView; frame: FormFrame }) {
  const { machineResult, decision, formatDecision } = verification;
  return (
    <Panel id="decision" headingId="outcome-heading" title="Outcome" className="mt-6">
      <SectionMessage at="decision" />
      {verification.identityChangedText ? (
        <p className="notice notice-warning">{formatFormerIdentity(verification.identityChangedText)}</p>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-1">
          <h3 className="text-xs font-normal text-ink-soft">Automated result</h3>
          {machineResult === null ? (
            <p className="text-ink-soft">No checks run</p>
          ) : (
            <>
              <p className="font-semibold">
                <Badge by={automatedResultBadges[machineResult]}>{machineResultLabels[machineResult]}</Badge>
              </p>
              <p className="hint">{meanings[machineResult]}</p>
            </>
          )}
        </div>
        <div className="grid content-start gap-1">
          <h3 className="text-xs font-normal text-ink-soft">Reviewer decision</h3>
          {decision === null ? (
            <p className="text-ink-soft">No decision yet</p>
          ) : (
            <>
              <p className="font-semibold">
                <Badge by={decisionBadges[decision.decision]}>
                  {decision.decision === 'verified' ? 'Verified' : 'Not verified'}
                </Badge>
              </p>
              <p className="whitespace-pre-line">{decision.reason}</p>
              <p className="hint">
                {formatDecision}
                {decision.opposesFindings ? '. Differs from the automated result' : ''}
              </p>
            </>
          )}
        </div>
      </div>
      <Decide verification={verification} frame={frame} />
    </Panel>
  );
}

function Decide({ verification, frame }: { verification: VerificationView; frame: FormFrame }) {
  const verify = verification.actions.find(({ action }) => action === 'decideVerified');
  const reject = verification.actions.find(({ action }) => action === 'decideNotVerified');
  if (verify === undefined && reject === undefined) return null;
  const blockers = verify?.blockers ?? [];
  const canAccept = verify !== undefined && blockers.length === 0;
  const against = !verification.rulePassed || verification.sharesDocument;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      {blockers.length > 0 ? (
        <BlockerList
          blockers={blockers}
          page={{ kind: 'verification', id: verification.client.id, href: frame.href }}
        />
      ) : null}
      <ActionForm
        frame={frame}
        intent="decide"
        heading="Decide"
        button="Save decision"
        backText={null}
        headingLevel="h3"
      >
        {(of) => (
          <>
            <RadioGroup
              field={of('decision')}
              label="Your decision"
              choices={[
                ...(canAccept
                  ? [
                      {
                        value: 'verified',
                        label: 'Verified',
                        hint: against
                          ? `This differs from the automated result. Explain why in at least ${minContraryReasonLength} characters`
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
              hint="Recorded for audit"
              rows={3}
              maxLength={1000}
            />
          </>
        )}
      </ActionForm>
    </div>
  );
}
