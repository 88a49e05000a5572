import { DescriptionList } from '../../components/description-list.tsx';
import { Panel } from '../../components/panel.tsx';
import { ActionLinks } from './action-list.tsx';
import type { OpenForms } from './open-forms.ts';
import type { VerificationPageData } from './verification-page.server.ts';

/** The exception from the rule of the method: why it is needed, who may approve it, and its approval. Nothing where there is none and none is needed. */
export function ExceptionSection({ page, open }: { page: VerificationPageData; open: OpenForms }) {
  const { verification, exceptionRefusal } = page;
  const { exceptionApproval, actions, method } = verification;
  const isNeeded = actions.some(({ blockers }) =>
    blockers.some(({ code }) => code === 'verification.ruleFailed'),
  );
  if (method === 'exception' || (exceptionApproval === null && !isNeeded)) return null;
  return (
    <Panel
      id="exception"
      title="Exception"
      action={<ActionLinks page={page} open={open} actions={['approveException']} />}
    >
      {exceptionApproval === null ? (
        <p>
          To verify the person although the evidence does not meet the rule, an exception is approved first:
          with a reason, until a day, by someone other than the member who started the verification.
        </p>
      ) : (
        <>
          <DescriptionList
            facts={[
              { label: 'Approved', value: verification.exceptionApprovedLabel },
              { label: 'Until', value: verification.exceptionEndsLabel },
              { label: 'Why', value: exceptionApproval.reason },
            ]}
          />
          {exceptionApproval.counts ? null : (
            <p className="notice notice-warning">
              It no longer counts: it has ended, or something else is not met than when it was approved. Have
              it approved again.
            </p>
          )}
        </>
      )}
      {isNeeded && exceptionRefusal !== null ? <p className="hint">{exceptionRefusal}</p> : null}
    </Panel>
  );
}
