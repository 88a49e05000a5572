import { Form, Link } from '@remix-run/react';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { approvalLabels } from '#rules/transition-guards/client-approval.ts';
import { BlockedButton } from '../../../components/button.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';
import { type ApprovalPanel, Basis, formatBlocked } from './client-approval.tsx';
import type { BlockedTransition } from './client-transitions.tsx';

/** Confirms an approval: what it relies on, and who must approve where the member cannot. */
export default function ConfirmApproval({
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
