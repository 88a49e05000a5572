import { Form, Link } from '@remix-run/react';
import { type Blocker, formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import { type BasisLine, basisLabels } from '#rules/cdd-rule-packs/decision-basis.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { approvalLabels, isAboutApprover } from '#rules/transition-guards/client-approval.ts';
import { BlockerList } from '../../../components/activities/blocker-list.tsx';
import { BlockedButton, ButtonLink } from '../../../components/button.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';
import type { BlockedTransition } from './client-transitions.tsx';

/** What the page knows of an approval by the member. */
interface Approval {
  reaches: 'readyForReview' | 'verified';
  blockers: readonly Blocker[];
  /** Those of `blockers` that are outstanding for an approval alone. */
  early: readonly Blocker[];
  /** Who else can approve the client, as a sentence. */
  others: string;
}

interface ApprovalPanel {
  clientId: string;
  version: number;
  requestKey: string;
  approval: Approval | null;
  /** Evidence on record that the approval relies on. */
  basis: readonly BasisLine[];
  /** Whether it would be by one person, because no one else is eligible. */
  isByOne: boolean;
}

/** The evidence that an approval relies on. */
export function Basis({ lines }: { lines: readonly BasisLine[] }) {
  return (
    <DescriptionList facts={lines.map(({ kind, text }) => ({ label: basisLabels[kind], value: text }))} />
  );
}

/**
 * Reason why a button is disabled: outstanding requirements are in the list above, the eligible approver only here. Sentences with a full stop
 * if it names the approver, otherwise a label.
 */
export function formatBlocked(blockers: readonly Blocker[]): string {
  const outstanding = blockers.filter((blocker) => !isAboutApprover(blocker));
  const approver = blockers.filter(isAboutApprover);
  const parts = [
    ...(outstanding.length > 0 ? [formatOutstanding(outstanding.length)] : []),
    ...approver.map(({ text, provision }) => `${text.replace(/\.$/, '')} (${provision})`),
  ];
  return approver.length > 0 ? `${parts.join('. ')}.` : parts.join('. ');
}

/** The button that approves the client; disabled with the reason beside it until nothing is outstanding. */
export function ApprovalButton({ panel: { clientId, approval } }: { panel: ApprovalPanel }) {
  if (approval === null) return null;
  const { blockers, early, others } = approval;
  const label = approvalLabels[approval.reaches];
  if (blockers.length === 0) {
    return (
      <div className="grid justify-items-start gap-1 border-t border-line pt-3 print:hidden">
        <ButtonLink to="?confirm=approval#diligence">{label}</ButtonLink>
        {approval.reaches === 'verified' ? null : <p className="hint">{others}</p>}
      </div>
    );
  }
  const needsOther = blockers.every(isAboutApprover);
  return (
    <div className="grid justify-items-start gap-1 border-t border-line pt-3 print:hidden">
      <BlockedButton
        id="blocked-approval"
        label={label}
        reason={needsOther ? `${formatBlocked(blockers)} ${others}` : formatBlocked(blockers)}
      />
      {early.length === 0 ? null : (
        <div className="mt-1 grid gap-1">
          <p>Required for the approval, though not yet by law:</p>
          <BlockerList blockers={early} page={{ kind: 'client', id: clientId }} />
        </div>
      )}
    </div>
  );
}

/** Confirms an approval: what it relies on, and who must approve where the member cannot. */
export function ConfirmApproval({
  panel: { approval, basis, clientId, isByOne, requestKey, version },
  blocked,
}: {
  panel: ApprovalPanel;
  blocked: BlockedTransition | undefined;
}) {
  if (approval === null) return null;
  const label = approvalLabels[approval.reaches];
  const isPossible = approval.blockers.length === 0;
  const field = plainFields('approval', blocked?.reply);
  return (
    <QuestionBox about="approval" labelledBy="confirm-heading" isRejected={blocked !== undefined}>
      <h3 id="confirm-heading" className="font-semibold">
        {label}?
      </h3>
      {isPossible ? (
        <p>
          {approval.reaches === 'verified'
            ? 'You confirm that CDD on this client is complete. The approval records the evidence below.'
            : `You send this client for approval, with the evidence below. ${approval.others}`}
        </p>
      ) : null}
      <Basis lines={basis} />
      {approval.reaches === 'verified' && isByOne ? <p className="notice">{decidedByOneLabel}.</p> : null}
      <Form method="post" className="grid max-w-form gap-3" preventScrollReset>
        <RequestKeyInput value={`${requestKey}-approval`} />
        <input type="hidden" name="panel" value="approval" />
        <input type="hidden" name="version" value={version} />
        <TextArea field={field('note')} label="Note" optional rows={2} maxLength={1000} />
        <div className="flex flex-wrap items-center gap-4">
          {isPossible ? (
            <SubmitButton busy="Sending…">{label}</SubmitButton>
          ) : (
            <BlockedButton
              id="blocked-confirmation"
              label={label}
              reason={formatBlocked(approval.blockers)}
            />
          )}
          <Link to={`/clients/${clientId}#diligence`}>Go back</Link>
        </div>
      </Form>
    </QuestionBox>
  );
}
