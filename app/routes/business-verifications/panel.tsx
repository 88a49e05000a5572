import { Form, Link } from '@remix-run/react';
import { clientSectionUrl, clientTabUrl } from '#rules/clients/client-tabs.ts';
import { isOpenBusinessVerification, verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { businessVerificationPageTabs } from '#rules/verification-pages/business-tabs.ts';
import { Badge } from '../../components/badge.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { WarningBox } from '../../components/forms/warning-box.tsx';
import {
  formatFormerIdentity,
  formerIdentityBadge,
} from '../../components/identity-verification/former-identity.ts';
import { missingBadge, statusBadges, verifiedBadge } from '../../components/ownership/verification-labels.ts';
import { Panel } from '../../components/panel.tsx';
import { PanelPages } from '../../components/panel-pagination.tsx';
import type { BusinessPanelData } from './panel.server.ts';

/** Verifications of a business on the client's page, and the button that starts one. */
export function BusinessVerificationPanel({
  panel,
  message,
}: {
  panel: BusinessPanelData;
  message: string | undefined;
}) {
  const { clientId, lines, nextBefore, isFirstPage, canStart, isAuditor, startDenialReason } = panel;
  const open = lines.find(({ status }) => isOpenBusinessVerification(status));
  return (
    <Panel
      id="verifications"
      headingId="kyb-heading"
      title="Business verification"
      action={canStart && open === undefined ? <StartForm panel={panel} /> : null}
      className="mt-5"
    >
      {message ? <WarningBox id="kyb-refused" kind="danger" heading={message} reply={message} /> : null}
      {startDenialReason !== null && !isAuditor ? (
        <p className="hint">
          {startDenialReason} <Link to={settingsUrl('billing')}>Go to billing</Link>
        </p>
      ) : null}
      {lines.length === 0 ? (
        <p className="text-ink-soft">Business not verified yet.</p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <VerificationLine key={line.id} clientId={clientId} line={line} />
          ))}
        </ul>
      )}
      <PanelPages
        newestHref={isFirstPage ? null : clientSectionUrl(clientId, 'verifications')}
        earlierHref={nextBefore === null ? null : `?kybBefore=${nextBefore}#verifications`}
      />
    </Panel>
  );
}

function StartForm({ panel: { clientId, activityId, lines, requestKey } }: { panel: BusinessPanelData }) {
  return (
    <Form method="post" action={clientTabUrl(clientId, 'identity')}>
      <RequestKeyInput value={`${requestKey}-kyb`} />
      <input type="hidden" name="panel" value="kyb" />
      {activityId ? <input type="hidden" name="activityId" value={activityId} /> : null}
      <SubmitButton variant="secondary" busy="Starting…">
        {lines.length === 0 ? 'Verify the business' : 'Verify again'}
      </SubmitButton>
    </Form>
  );
}

type Line = BusinessPanelData['lines'][number];

/** "extract of 21 Nov 2026 · 2 beneficial owners · 12% unresolved · decided by Mere Invented" */
function formatOutcome({ extractLabel, ownerCount, unresolvedPercent, decidedLabel }: Line): string {
  return [
    extractLabel && `extract of ${extractLabel}`,
    extractLabel && (ownerCount === 1 ? 'one beneficial owner' : `${ownerCount} beneficial owners`),
    extractLabel && unresolvedPercent !== '0' && `${unresolvedPercent}% unresolved`,
    decidedLabel && `decided by ${decidedLabel}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function VerificationLine({ clientId, line }: { clientId: string; line: Line }) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-t border-line pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p>
          <Link
            to={businessVerificationPageTabs.tabUrl({ clientId, id: line.id }, 'register')}
            className="font-semibold"
          >
            {isOpenBusinessVerification(line.status) ? 'Continue verification' : 'Verification'} of{' '}
            {line.startedLabel}
          </Link>
        </p>
        <p className="hint tabular-nums">{formatOutcome(line)}</p>
        {line.isEvidenced ? null : (
          <p>
            Decided on what was entered manually: no register extract of the business and no independent
            document. It proves neither its existence nor its owners (NZ s16, reg 11; AU s28(3)). Verify the
            business again.
          </p>
        )}
        {line.identityChangedText ? <p>{formatFormerIdentity(line.identityChangedText)}</p> : null}
      </div>
      <p>
        {line.identityChangedText || !line.isEvidenced ? (
          <Badge by={formerIdentityBadge}>Does not count</Badge>
        ) : (
          <Badge by={statusBadges[line.status]}>{verificationLifecycle.labels[line.status]}</Badge>
        )}
      </p>
    </li>
  );
}

/** Ownership of the business through all layers, from its newest verification. */
export function OwnershipPanel({ panel }: { panel: BusinessPanelData }) {
  const { latest, clientId } = panel;
  if (latest === null) return null;
  const { owners, unresolvedPercent, id } = latest;
  return (
    <Panel id="ownership" headingId="client-ownership-heading" title="Ownership" className="mt-5">
      {owners.length === 0 ? <p className="text-ink-soft">No beneficial owners identified.</p> : null}
      <ul className="grid gap-2">
        {owners.map((owner) => (
          <li key={owner.nodeId} className="flex flex-wrap items-baseline gap-x-3">
            {owner.client ? (
              <Link to={`/clients/${owner.client.id}`} className="font-semibold">
                {owner.name}
              </Link>
            ) : (
              <span className="font-semibold">{owner.name}</span>
            )}
            <span className="tabular-nums">
              {owner.percent === '0' ? 'by control' : `${owner.percent} %`}
            </span>
            <Badge by={owner.client?.isVerified ? verifiedBadge : missingBadge}>
              {owner.client?.isVerified ? 'Verified' : 'Not verified yet'}
            </Badge>
          </li>
        ))}
      </ul>
      {unresolvedPercent === '0' ? null : (
        <p className="text-warning">{unresolvedPercent}% of ownership unresolved.</p>
      )}
      <p>
        <Link to={businessVerificationPageTabs.sectionUrl({ clientId, id }, 'ownership')}>
          View ownership
        </Link>
      </p>
    </Panel>
  );
}
