import { Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { businessStepLabels, type NextBusinessAction } from '#rules/verification-pages/business-progress.ts';
import {
  type BusinessVerificationTab,
  businessVerificationPageTabs,
  businessVerificationTabs,
} from '#rules/verification-pages/business-tabs.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { Badge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { statusBadges } from '../../components/ownership/verification-labels.ts';
import { ProgressRail } from '../../components/progress-rail.tsx';
import { Menu, MenuLinks } from '../../components/record-page/menu.tsx';
import { RecordBar } from '../../components/record-page/record-bar.tsx';
import { RecordTabs } from '../../components/record-page/record-tabs.tsx';
import { getDecisionHref } from './decision-section.tsx';
import type { VerificationPage } from './loader.server.ts';

const tabLabels: Record<BusinessVerificationTab, string> = {
  register: 'Register',
  ownership: 'Ownership',
  people: 'People',
  documents: 'Documents',
  history: 'History',
};

/** What every tab of a business verification's page shows: name, state, the next step, progress, and the tabs. */
export function VerificationHeader({ page, isFormOpen }: { page: VerificationPage; isFormOpen: boolean }) {
  const { verification, ids, content, progress } = page;
  const { client, status, mismatches, mustVerify } = verification;
  const counts: Partial<Record<BusinessVerificationTab, number>> = {
    register: mismatches.filter(({ settled }) => !settled).length,
    people: mustVerify.filter((required) => !required.client?.isVerified || !required.isParty).length,
  };
  return (
    <>
      <RecordBar
        back={{ to: clientSectionUrl(client.id, 'verifications'), label: client.name }}
        title={`Verification of ${client.name}`}
        pills={<Badge by={statusBadges[status]}>{verificationLifecycle.labels[status]}</Badge>}
        about={<About page={page} />}
        action={isFormOpen ? null : <NextAction page={page} />}
        menu={<MoreMenu page={page} />}
      />
      {status === 'cancelled' ? null : (
        <ProgressRail label="Verification progress" steps={progress.steps} labels={businessStepLabels} />
      )}
      <RecordTabs
        label="Business verification"
        tabs={businessVerificationTabs.map((tab) => ({
          label: tabLabels[tab],
          href: businessVerificationPageTabs.tabUrl(ids, tab),
          isCurrent: tab === content.tab,
          count: counts[tab] ? String(counts[tab]) : null,
        }))}
      />
    </>
  );
}

/** The activity that it is for, and who started it. */
function About({ page: { verification, dates } }: { page: VerificationPage }) {
  const noun = useActivityNoun();
  const { activity, startedBy } = verification;
  return (
    <>
      {activity ? (
        <>
          <span className="sr-only">{noun.title}: </span>
          <Link to={`/activities/${activity.id}`}>{activity.reference}</Link>
          {' · '}
        </>
      ) : null}
      Started {dates.created} by {startedBy.name}
    </>
  );
}

const actionLabels: Record<NextBusinessAction, string> = {
  orderExtract: 'Search the register',
  edit: 'Enter ownership',
  settle: 'Resolve discrepancies',
  expand: 'Expand ownership',
  createParties: 'Add related parties',
  decide: 'Mark as verified',
};

const actionSections = {
  orderExtract: 'register',
  edit: 'edit',
  settle: 'differences',
  expand: 'expand',
  createParties: 'verify',
} as const;

const getActionHref = (page: VerificationPage, action: NextBusinessAction) =>
  action === 'decide'
    ? getDecisionHref(page, 'verified')
    : businessVerificationPageTabs.sectionUrl(page.ids, actionSections[action]);

/** The next step; a new verification once the evidence has expired. */
function NextAction({ page }: { page: VerificationPage }) {
  const { verification, ids, progress, mayStart } = page;
  const { next } = progress;
  if (next !== null)
    return (
      <ButtonLink to={getActionHref(page, next)} variant="primary" preventScrollReset>
        {actionLabels[next]}
      </ButtonLink>
    );
  return verification.status === 'evidenceExpired' && mayStart ? (
    <ButtonLink to={clientSectionUrl(ids.clientId, 'verifications')} variant="primary">
      Verify again
    </ButtonLink>
  ) : null;
}

/** Everything that can be done with the verification besides the next step. */
function MoreMenu({ page }: { page: VerificationPage }) {
  const { verification, ids, content, progress, requestHref } = page;
  const may = new Set<string>(verification.actions.map(({ action }) => action));
  const others = (['orderExtract', 'settle', 'expand', 'edit', 'createParties'] as const).filter(
    (action) => may.has(action) && action !== progress.next,
  );
  return (
    <Menu key={`${content.tab} ${verification.version}`} label="More" about="actions">
      <MenuLinks
        label="Actions"
        links={[
          ...others.map((action) => ({ label: actionLabels[action], href: getActionHref(page, action) })),
          ...(requestHref ? [{ label: 'Ask the client for documents', href: requestHref }] : []),
          ...(may.has('decide')
            ? [{ label: 'Mark as not verified', href: getDecisionHref(page, 'notVerified') }]
            : []),
          ...(may.has('cancel')
            ? [{ label: 'Cancel the verification', href: getDecisionHref(page, 'cancel') }]
            : []),
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
