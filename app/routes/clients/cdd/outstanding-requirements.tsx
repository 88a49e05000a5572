import { Form, Link } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import { cddStatusLabels, clientStatusLabels } from '#rules/clients/client-types.ts';
import { monitoringUrl } from '#rules/pages/monitoring-pages.ts';
import { BlockerList } from '../../../components/activities/blocker-list.tsx';
import { Badge, resolvedBadge } from '../../../components/badge.tsx';
import { BlockedButton, ButtonLink } from '../../../components/button.tsx';
import { SectionMessage } from '../../../components/flash-message.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { Panel } from '../../../components/panel.tsx';
import { ApprovalButton, formatBlocked } from './client-approval.tsx';
import { BlockedClientTransition, isAsking } from './client-transitions.tsx';
import type { handleClientTransition, readDiligencePanel } from './diligence.server.ts';

/** They load when a decision is confirmed. */
const ConfirmApproval = lazy(() => import('./confirm-approval.tsx'));
const ConfirmClientTransition = lazy(() => import('./confirm-transition.tsx'));

type Diligence = Awaited<ReturnType<typeof readDiligencePanel>>;
type Refused = Exclude<Awaited<ReturnType<typeof handleClientTransition>>, Response>['data'];

/** Outstanding requirements of a client, and the transitions that are possible now. */
export function MissingPanel({ panel, blocked }: { panel: Diligence; blocked: Refused | undefined }) {
  const { clientId, confirm, missing, settled } = panel;
  const page = { kind: 'client', id: clientId } as const;
  return (
    <Panel
      id="diligence"
      title="Outstanding requirements"
      count={missing.length === 0 ? null : String(missing.length)}
    >
      <SectionMessage at="diligence" />
      {panel.toApprove ? <ToApprove {...panel.toApprove} /> : null}
      {blocked ? <BlockedClientTransition blocked={blocked} clientId={clientId} /> : null}
      <Suspense>
        {confirm === 'approval' ? <ConfirmApproval panel={panel} blocked={blocked} /> : null}
        {confirm && confirm !== 'approval' ? (
          <ConfirmClientTransition key={confirm} panel={panel} to={confirm} blocked={blocked} />
        ) : null}
      </Suspense>
      {missing.length === 0 ? (
        <p>
          <Badge by={resolvedBadge}>No outstanding requirements</Badge>
        </p>
      ) : (
        <BlockerList blockers={missing} page={page} />
      )}
      {settled.length > 0 ? (
        <details>
          <summary>
            {settled.length === 1 ? '1 requirement met' : `${settled.length} requirements met`}
          </summary>
          <div className="mt-2">
            <BlockerList blockers={settled} page={page} />
          </div>
        </details>
      ) : null}
      <Quiet panel={panel} />
      {confirm === 'approval' ? null : <ApprovalButton panel={panel} />}
      <ClientTransitions panel={panel} />
    </Panel>
  );
}

/** Maximum outstanding requirements in the notice; the list below has all of them. */
const namedRequirements = 3;

/** For a client that is to be approved again: why, its outstanding requirements, and a link to all such clients. */
function ToApprove({ why, outstanding }: NonNullable<Diligence['toApprove']>) {
  const more = outstanding.length - namedRequirements;
  return (
    <div className="notice notice-warning grid gap-1">
      <p>
        <strong className="font-semibold">{why}.</strong>{' '}
        {outstanding.length === 0
          ? 'All evidence is now on record. Refresh CDD and approve it.'
          : `The relationship continues until you decide. ${formatOutstanding(outstanding.length)}:`}
      </p>
      {outstanding.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5">
          {outstanding.slice(0, namedRequirements).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {more > 0 ? <li>{more} more, below</li> : null}
        </ul>
      ) : null}
      <p>
        <Link to={monitoringUrl('evidence')}>All clients to approve again</Link>
      </p>
    </div>
  );
}

/** Suggests marking an active client as dormant that has been inactive for longer than the company's policy allows. */
function Quiet({ panel: { quiet, transitions } }: { panel: Diligence }) {
  if (quiet === null) return null;
  const dormant = transitions.find(({ to }) => to === 'dormant');
  return (
    <p className="notice">
      No activity since {quiet.since}, more than the {quiet.afterBusinessDays} business days in your policy.{' '}
      {dormant ? ' Consider marking the client as dormant.' : null}
    </p>
  );
}

/** Transitions that the approval makes, in its order. */
const isPartOfApproval = (to: string) => to === 'readyForReview' || to === 'verified';

/** Status and transitions of the client and of its CDD, side by side, besides the approval. */
function ClientTransitions({ panel }: { panel: Diligence }) {
  const groups = [
    {
      lifecycle: 'client',
      heading: 'Client status',
      now: clientStatusLabels[panel.status],
      transitions: panel.transitions,
    },
    {
      lifecycle: 'cdd',
      heading: 'CDD status',
      now: cddStatusLabels[panel.cddStatus],
      transitions: panel.cddTransitions.filter(({ to }) => !isPartOfApproval(to)),
    },
  ].filter(({ transitions }) => transitions.length > 0);
  if (groups.length === 0) return null;
  return (
    <div
      id="status"
      className="grid gap-x-6 gap-y-4 border-t border-line pt-3 scroll-mt-4 md:grid-cols-2 print:hidden"
    >
      {groups.map(({ lifecycle, heading, now, transitions }) => (
        <div key={lifecycle} className="grid content-start gap-2">
          <h3 className="font-semibold">
            {heading} <span className="font-normal text-ink-soft">is now: {now.toLowerCase()}</span>
          </h3>
          <ul className="flex flex-wrap gap-2">
            {transitions.map(({ to, label: words, blockers }) => (
              <li key={to} className="grid content-start gap-1">
                {blockers.length > 0 ? (
                  <BlockedButton
                    id={`blocked-${lifecycle}-${to}`}
                    label={words}
                    reason={formatBlocked(blockers)}
                  />
                ) : isAsking(to) ? (
                  <ButtonLink to={`?confirm=${to}#diligence`}>{words}</ButtonLink>
                ) : (
                  <Form method="post" action={`/clients/${panel.clientId}`} preventScrollReset>
                    <RequestKeyInput value={`${panel.requestKey}-${lifecycle}`} />
                    <input type="hidden" name="version" value={panel.version} />
                    <input type="hidden" name="lifecycle" value={lifecycle} />
                    <SubmitButton variant="secondary" name="to" value={to} busy="Updating…">
                      {words}
                    </SubmitButton>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
