import { Link } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { clientSectionUrl, clientTabUrl } from '#rules/clients/client-tabs.ts';
import { verificationMethodLabels } from '#rules/identity-verification/evidence.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { identityVerificationPageTabs } from '#rules/verification-pages/identity-tabs.ts';
import { Badge, openBadge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { formerIdentityBadge } from '../../components/identity-verification/former-identity.ts';
import { Panel } from '../../components/panel.tsx';
import { PanelPages } from '../../components/panel-pagination.tsx';
import { verificationBadges } from './badges.ts';
import { DoesNotCount } from './does-not-count.tsx';
import type { StartResult } from './panel.server.ts';
import type { VerificationsPanelData } from './panel-data.ts';

/** They load when a verification is started: their fields are heavy, and few visits need them. */
const ChooseMethod = lazy(async () => ({ default: (await import('./start-form.tsx')).ChooseMethod }));
const StartForm = lazy(async () => ({ default: (await import('./start-form.tsx')).StartForm }));

/** An individual's verifications on the client's page, and the form that starts one. */
export function VerificationsPanel({
  panel,
  result,
}: {
  panel: VerificationsPanelData;
  result: StartResult | undefined;
}) {
  const { clientId, lines, nextBefore, isFirstPage, startDenialReason, isAuditor } = panel;
  const tabHref = clientTabUrl(clientId, 'identity');
  const method = result?.method ?? panel.requestedForm?.method ?? null;
  const isStarting = panel.requestedForm !== null || result !== undefined;
  return (
    <Panel
      id="verifications"
      title="Verifications"
      action={
        startDenialReason === null && !isStarting ? (
          <ButtonLink to="?verify=new#verifications" preventScrollReset>
            Verify identity
          </ButtonLink>
        ) : null
      }
      className="mt-5"
    >
      {startDenialReason !== null && !isAuditor ? (
        <p className="hint">
          {startDenialReason} <Link to={settingsUrl('billing')}>Go to billing</Link>
        </p>
      ) : null}
      <Suspense>
        {isStarting ? (
          method === null ? (
            <ChooseMethod here={tabHref} activityId={panel.activityId} regulatedIn={panel.regulatedIn} />
          ) : (
            <StartForm key={method} method={method} panel={panel} result={result} here={tabHref} />
          )
        ) : null}
      </Suspense>
      {lines.length === 0 ? (
        <p className="text-ink-soft">Identity not verified yet.</p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <VerificationLine key={line.id} line={line} clientId={clientId} regulatedIn={panel.regulatedIn} />
          ))}
        </ul>
      )}
      <PanelPages
        newestHref={isFirstPage ? null : clientSectionUrl(clientId, 'verifications')}
        earlierHref={nextBefore === null ? null : `?verificationsBefore=${nextBefore}#verifications`}
      />
    </Panel>
  );
}

function VerificationLine({
  line,
  clientId,
  regulatedIn,
}: {
  line: VerificationsPanelData['lines'][number];
} & Pick<VerificationsPanelData, 'clientId' | 'regulatedIn'>) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-t border-line pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p>
          <Link
            to={identityVerificationPageTabs.tabUrl({ clientId, id: line.id }, 'evidence')}
            className="font-semibold"
          >
            {verificationMethodLabels[line.method]}
          </Link>
        </p>
        <p className="hint tabular-nums">
          {[
            line.documentsLabel,
            `started ${line.startedLabel}`,
            line.verifiedLabel && `verified ${line.verifiedLabel}`,
            line.decidedBy && `decided by ${line.decidedBy.name}`,
            line.evidenceExpiresLabel && !line.doesNotCount && `valid until ${line.evidenceExpiresLabel}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {line.doesNotCount ? <DoesNotCount verification={line} regulatedIn={regulatedIn} /> : null}
        {line.toConfirm.length === 0 || line.doesNotCount ? null : (
          <div className="hint">
            <p>
              <Badge by={openBadge}>To be confirmed</Badge>
            </p>
            <ul className="list-disc pl-5">
              {line.toConfirm.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <p>
        {line.doesNotCount ? (
          <Badge by={formerIdentityBadge}>Does not count</Badge>
        ) : (
          <Badge by={verificationBadges[line.status]}>{verificationLifecycle.labels[line.status]}</Badge>
        )}
      </p>
    </li>
  );
}
