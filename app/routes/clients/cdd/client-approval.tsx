import { type Blocker, formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import { type BasisLine, basisLabels } from '#rules/cdd-rule-packs/decision-basis.ts';
import { approvalLabels, isAboutApprover } from '#rules/transition-guards/client-approval.ts';
import { BlockerList } from '../../../components/activities/blocker-list.tsx';
import { BlockedButton, ButtonLink } from '../../../components/button.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';

/** What the page knows of an approval by the member. */
interface Approval {
  reaches: 'readyForReview' | 'verified';
  blockers: readonly Blocker[];
  /** Those of `blockers` that are outstanding for an approval alone. */
  early: readonly Blocker[];
  /** Who else can approve the client, as a sentence. */
  others: string;
}

export interface ApprovalPanel {
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
