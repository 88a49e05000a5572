import { Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { verificationMethodLabels } from '#rules/identity-verification/evidence.ts';
import { isOpenIdentityVerification, verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { identityStepLabels } from '#rules/verification-pages/identity-progress.ts';
import {
  type IdentityVerificationTab,
  identityVerificationPageTabs,
  identityVerificationTabs,
} from '#rules/verification-pages/identity-tabs.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { Badge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { formerIdentityBadge } from '../../components/identity-verification/former-identity.ts';
import { ProgressRail } from '../../components/progress-rail.tsx';
import { Menu, MenuLinks } from '../../components/record-page/menu.tsx';
import { RecordBar } from '../../components/record-page/record-bar.tsx';
import { RecordTabs } from '../../components/record-page/record-tabs.tsx';
import { getActionHref, getActionLabel, getPossibleActions } from './action-list.tsx';
import { verificationBadges } from './badges.ts';
import type { OpenForms } from './open-forms.ts';
import type { VerificationPageData } from './verification-page.server.ts';

const tabLabels: Record<IdentityVerificationTab, string> = {
  evidence: 'Evidence',
  submitted: 'Submitted by the client',
  rules: 'Rules',
  documents: 'Documents',
  history: 'History',
};

/** What every tab of an identity verification's page shows: name, state, the next step, progress, and the tabs. */
export function VerificationHeader({ page, open }: { page: VerificationPageData; open: OpenForms }) {
  const { verification, ids, content, progress } = page;
  const { client, status, submittedEvidence } = verification;
  const isFormOpen = open.action !== null || open.isDeciding;
  return (
    <>
      <RecordBar
        back={{ to: clientSectionUrl(client.id, 'verifications'), label: client.displayName }}
        title={`Identity of ${client.displayName}`}
        pills={
          verification.doesNotCount ? (
            <Badge by={formerIdentityBadge}>Does not count</Badge>
          ) : (
            <Badge by={verificationBadges[status]}>{verificationLifecycle.labels[status]}</Badge>
          )
        }
        about={<About verification={verification} />}
        action={isFormOpen ? null : <NextAction page={page} />}
        menu={<MoreMenu page={page} />}
      />
      {status === 'cancelled' || status === 'expired' ? null : (
        <ProgressRail label="Verification progress" steps={progress.steps} labels={identityStepLabels} />
      )}
      <RecordTabs
        label="Identity verification"
        tabs={identityVerificationTabs.map((tab) => ({
          label: tabLabels[tab],
          href: identityVerificationPageTabs.tabUrl(ids, tab),
          isCurrent: tab === content.tab,
          count:
            tab === 'submitted' && submittedEvidence.length > 0 ? String(submittedEvidence.length) : null,
        }))}
      />
    </>
  );
}

/** Method, the activity that it is for, and who started it. */
function About({
  verification: { method, activity, startedLabel },
}: Pick<VerificationPageData, 'verification'>) {
  const noun = useActivityNoun();
  return (
    <>
      {verificationMethodLabels[method]}
      {activity ? (
        <>
          {' · '}
          <span className="sr-only">{noun.title}: </span>
          <Link to={`/activities/${activity.id}`}>{activity.reference}</Link>
        </>
      ) : null}
      {' · '}Started {startedLabel}
    </>
  );
}

/** The next step; a new verification once this one cannot count any more. */
function NextAction({ page }: { page: VerificationPageData }) {
  const { verification, ids, content, progress, mayStart } = page;
  const { next } = progress;
  if (next !== null)
    return (
      <ButtonLink to={getActionHref(ids, content.tab, next)} variant="primary" preventScrollReset>
        {getActionLabel(verification, next)}
      </ButtonLink>
    );
  const hasEnded =
    verification.doesNotCount ||
    (verification.status !== 'verified' && !isOpenIdentityVerification(verification.status));
  return hasEnded && mayStart ? (
    <ButtonLink to={clientSectionUrl(ids.clientId, 'verifications', { verify: 'new' })} variant="primary">
      Start new verification
    </ButtonLink>
  ) : null;
}

/** Everything that can be done with the verification besides the next step. */
function MoreMenu({ page }: { page: VerificationPageData }) {
  const { verification, ids, content, progress, requestHref, canDecide } = page;
  const others = [...getPossibleActions(verification), ...(canDecide ? (['decide'] as const) : [])];
  return (
    <Menu key={`${content.tab} ${verification.version}`} label="More" about="actions">
      <MenuLinks
        label="Actions"
        links={[
          ...others
            .filter((action) => action !== progress.next)
            .map((action) => ({
              label: getActionLabel(verification, action),
              href: getActionHref(ids, content.tab, action),
            })),
          ...(requestHref ? [{ label: 'Ask the client for documents', href: requestHref }] : []),
        ]}
      />
      <MenuLinks
        label="Record"
        links={[
          {
            label: 'Make an evidence pack',
            href: clientSectionUrl(ids.clientId, 'evidence', { evidence: 'pack' }),
          },
        ]}
      />
    </Menu>
  );
}
