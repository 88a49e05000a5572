import { formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { BlockedButton, ButtonLink } from '../../components/button.tsx';
import type { VerificationView } from './verification-view.server.ts';

/** Links to the actions available now, each with its blockers. */
export function ActionList({ verification, href }: { verification: VerificationView; href: string }) {
  const { actions, client } = verification;
  const offered = actions.filter(
    ({ action }) =>
      action !== 'decideVerified' && action !== 'decideNotVerified' && action !== 'removeDocument',
  );
  if (offered.length === 0) return null;
  const page = { kind: 'verification', id: client.id, href } as const;
  return (
    <div className="grid gap-3 print:hidden">
      <ul className="flex flex-wrap gap-3">
        {offered.map(({ action, label, blockers }) => (
          <li key={action} className="grid content-start gap-1">
            {blockers.length === 0 ? (
              <ButtonLink to={`${href}?do=${action}#act`} preventScrollReset>
                {label}
              </ButtonLink>
            ) : (
              <BlockedButton
                id={`blocked-${action}`}
                label={label}
                reason={formatOutstanding(blockers.length)}
              />
            )}
          </li>
        ))}
      </ul>
      {offered
        .filter(({ blockers }) => blockers.length > 0)
        .map(({ action, label, blockers }) => (
          <div key={action} className="grid gap-1">
            <p className="hint">Before “{label}”:</p>
            <BlockerList blockers={blockers} page={page} />
          </div>
        ))}
    </div>
  );
}
