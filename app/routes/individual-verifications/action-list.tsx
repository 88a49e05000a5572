import { formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import {
  type IdentityVerificationTab,
  identityVerificationPageTabs,
} from '#rules/verification-pages/identity-tabs.ts';
import type { VerificationIds } from '#rules/verification-pages/verification-ids.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { BlockedButton, ButtonLink } from '../../components/button.tsx';
import type { OpenForms } from './open-forms.ts';
import type { VerificationPageData } from './verification-page.server.ts';
import type { VerificationView } from './verification-view.server.ts';

type Permission = VerificationView['actions'][number]['action'];

/** A decision has one form for both outcomes. */
export type PageAction = Permission | 'decide';

/** URL of an action's form; the decision is beside the tab that is shown. */
export function getActionHref(
  ids: VerificationIds,
  tab: IdentityVerificationTab,
  action: PageAction,
): string {
  const { tabUrl } = identityVerificationPageTabs;
  return action === 'decide'
    ? `${tabUrl(ids, tab, { do: action })}#decision`
    : `${tabUrl(ids, 'evidence', { do: action })}#act`;
}

/** Label of an action. */
export function getActionLabel({ actions }: VerificationView, action: PageAction): string {
  if (action === 'decide') return 'Decide';
  if (action === 'cancel') return 'Cancel the verification';
  return actions.find((one) => one.action === action)?.label ?? '';
}

/** Actions of the member that are offered on their own: not those of a document or the decision. */
const offered = ({ actions }: VerificationView) =>
  actions.filter(
    ({ action }) =>
      action !== 'decideVerified' && action !== 'decideNotVerified' && action !== 'removeDocument',
  );

/** Actions without an outstanding requirement. */
export const getPossibleActions = (verification: VerificationView): Permission[] =>
  offered(verification).flatMap(({ action, blockers }) => (blockers.length === 0 ? [action] : []));

/** Links to actions beside what they add to. Without the next step, which is at the page's top, and the open form. */
export function ActionLinks({
  page: { verification, ids, content, progress },
  open,
  actions,
}: {
  page: VerificationPageData;
  open: OpenForms;
  actions: readonly Permission[];
}) {
  const next = open.action === null && !open.isDeciding ? progress.next : null;
  const shown = getPossibleActions(verification).filter(
    (action) => actions.includes(action) && action !== next && action !== open.action,
  );
  return shown.length === 0 ? null : (
    <p className="flex flex-wrap gap-2 print:hidden">
      {shown.map((action) => (
        <ButtonLink key={action} to={getActionHref(ids, content.tab, action)} size="small" preventScrollReset>
          {getActionLabel(verification, action)}
        </ButtonLink>
      ))}
    </p>
  );
}

/** Actions that are not possible yet, each with its outstanding requirements. */
export function BlockedActions({
  page: { verification, ids },
  isShown,
}: {
  page: VerificationPageData;
  isShown: (action: Permission) => boolean;
}) {
  const blocked = offered(verification).filter(
    ({ action, blockers }) => blockers.length > 0 && isShown(action),
  );
  return blocked.map(({ action, blockers }) => (
    <div key={action} className="grid gap-2 print:hidden">
      <div className="grid gap-1">
        <BlockedButton
          id={`blocked-${action}`}
          label={getActionLabel(verification, action)}
          reason={formatOutstanding(blockers.length)}
        />
      </div>
      <BlockerList
        blockers={blockers}
        page={{ kind: 'verification', id: ids.clientId, verificationId: ids.id }}
      />
    </div>
  ));
}
