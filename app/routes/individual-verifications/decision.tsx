import { machineResultLabels } from '#rules/identity-verification/machine-result.ts';
import { minContraryReasonLength } from '#rules/transition-guards/verification.ts';
import { identityVerificationPageTabs } from '#rules/verification-pages/identity-tabs.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { Badge, type BadgeProps, dangerBadge, settledBadge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import { getActionHref } from './action-list.tsx';
import { automatedResultBadges } from './badges.ts';
import { DoesNotCount } from './does-not-count.tsx';
import { ActionForm, type FormFrame } from './form-layout.tsx';
import type { OpenForms } from './open-forms.ts';
import type { VerificationPageData } from './verification-page.server.ts';
import type { VerificationView } from './verification-view.server.ts';

const decisionBadges: Record<'verified' | 'notVerified', BadgeProps> = {
  verified: settledBadge,
  notVerified: dangerBadge,
};

const meanings = {
  pass: 'All rule clauses met; no conflicting results.',
  refer: 'Unclear results, or not all rule clauses met.',
  fail: 'The issuer did not confirm the document, or the face did not match.',
  error: 'No source has responded. This is not a fail.',
};

interface DecisionProps {
  page: VerificationPageData;
  open: OpenForms;
  frame: FormFrame;
}

/** The automated result and the reviewer's decision, one under the other and never combined; beside every tab. */
export function DecisionPanel(props: DecisionProps) {
  const { verification } = props.page;
  return (
    <Panel id="decision" title="Decision" className="lg:sticky lg:top-(--sticky-top) print:static">
      <SectionMessage at="decision" />
      {verification.doesNotCount ? (
        <div className="notice notice-warning grid gap-1">
          <DoesNotCount verification={verification} regulatedIn={props.page.company.regulatedIn} />
        </div>
      ) : null}
      <AutomatedResult verification={verification} />
      <ReviewerDecision verification={verification} />
      <DescriptionList
        layout="pairs"
        facts={[
          { label: 'Verified', value: verification.verifiedLabel },
          { label: 'Evidence valid until', value: verification.evidenceExpiresLabel },
        ]}
      />
      <Decide {...props} />
    </Panel>
  );
}

function AutomatedResult({ verification: { machineResult } }: { verification: VerificationView }) {
  return (
    <div className="grid gap-1">
      <h3 className="text-xs font-normal text-ink-soft">Automated result</h3>
      {machineResult === null ? (
        <p className="text-ink-soft">None yet</p>
      ) : (
        <>
          <p className="font-semibold">
            <Badge by={automatedResultBadges[machineResult]}>{machineResultLabels[machineResult]}</Badge>
          </p>
          <p className="hint">{meanings[machineResult]}</p>
        </>
      )}
    </div>
  );
}

function ReviewerDecision({
  verification: { decision, formatDecision },
}: {
  verification: VerificationView;
}) {
  return (
    <div className="grid gap-1">
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
  );
}

/** What the decision still needs, and its form, or the link that opens it. */
function Decide({ page, open, frame }: DecisionProps) {
  const { verification, ids, content, progress, canDecide } = page;
  const verify = verification.actions.find(({ action }) => action === 'decideVerified');
  const reject = verification.actions.find(({ action }) => action === 'decideNotVerified');
  if (verify === undefined && reject === undefined) return null;
  const blockers = verify?.blockers ?? [];
  const isNext = progress.next === 'decide' && open.action === null;
  return (
    <div className="grid gap-3 border-t border-line pt-4 empty:hidden">
      {blockers.length > 0 ? (
        <BlockerList
          blockers={blockers}
          page={{ kind: 'verification', id: ids.clientId, verificationId: ids.id }}
        />
      ) : null}
      {open.isDeciding ? (
        <DecisionForm page={page} frame={frame} canAccept={verify !== undefined && blockers.length === 0} />
      ) : null}
      {canDecide && !open.isDeciding && !isNext ? (
        <p className="print:hidden">
          <ButtonLink to={getActionHref(ids, content.tab, 'decide')} preventScrollReset>
            Decide
          </ButtonLink>
        </p>
      ) : null}
    </div>
  );
}

function DecisionForm({
  page: { verification, ids, content },
  frame,
  canAccept,
}: Pick<DecisionProps, 'page' | 'frame'> & { canAccept: boolean }) {
  const against = !verification.rulePassed || verification.sharesDocument;
  const verified = {
    value: 'verified',
    label: 'Verified',
    hint: against
      ? `This differs from the automated result. Explain why in at least ${minContraryReasonLength} characters`
      : undefined,
  };
  return (
    <ActionForm
      frame={frame}
      intent="decide"
      heading="Decide"
      button="Save decision"
      backText="Go back"
      backTo={`${identityVerificationPageTabs.tabUrl(ids, content.tab)}#decision`}
      headingLevel="h3"
    >
      {(of) => (
        <>
          <RadioGroup
            field={of('decision')}
            label="Your decision"
            choices={[...(canAccept ? [verified] : []), { value: 'notVerified', label: 'Not verified' }]}
          />
          <TextArea field={of('reason')} label="Reason" hint="Recorded for audit" rows={3} maxLength={1000} />
        </>
      )}
    </ActionForm>
  );
}
