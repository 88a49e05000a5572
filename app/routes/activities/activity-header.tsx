import { Link } from '@remix-run/react';
import { type ActivityTab, activityPageTabs, activityTabs } from '#rules/activities/activity-tabs.ts';
import { activityOutcomeLabels } from '#rules/activity-types.ts';
import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { Badge, neutralBadge, riskLevelBadges, warningBadge } from '../../components/badge.tsx';
import { Menu, MenuLinks } from '../../components/record-page/menu.tsx';
import { RecordBar } from '../../components/record-page/record-bar.tsx';
import { RecordTabs } from '../../components/record-page/record-tabs.tsx';
import { SanctionsBanner } from '../../components/sanctions/sanctions-banner.tsx';
import type { ActivityPageData } from './activity-page.server.ts';
import { ActivityRail, NextStep } from './activity-progress.tsx';
import { getNextTransition, Reopen, TransitionButton } from './activity-transitions.tsx';

const tabLabels: Record<ActivityTab, string> = {
  overview: 'Overview',
  parties: 'Parties',
  risk: 'Risk and funds',
  documents: 'Documents',
  history: 'History',
};

/** What every tab of an activity's page shows: name, state with its reason, the next step, progress, and the tabs. */
export function ActivityHeader({ loaded }: { loaded: ActivityPageData }) {
  const { activity, content, mayWrite } = loaded;
  const noun = useActivityNoun();
  const outstanding = activity.checklist.length;
  return (
    <>
      <RecordBar
        back={{ to: '/activities', label: noun.pluralTitle }}
        title={activity.name}
        pills={<Pills activity={activity} />}
        about={<About activity={activity} />}
        action={mayWrite ? <NextAction loaded={loaded} /> : null}
        menu={<MoreMenu loaded={loaded} />}
      />
      <SanctionsBanner lines={loaded.sanctions} />
      <ActivityRail activity={activity} />
      <RecordTabs
        label={noun.title}
        tabs={activityTabs.map((tab) => ({
          label: tabLabels[tab],
          href: activityPageTabs.tabUrl(activity.id, tab),
          isCurrent: tab === content.tab,
          count: tab === 'overview' && outstanding > 0 ? String(outstanding) : null,
        }))}
      />
    </>
  );
}

type Shown = Pick<ActivityPageData, 'activity'>;

/** An activity's state at a glance: status, risk, outcome, and whether it is to be rechecked. */
function Pills({ activity: { status, riskLevel, outcome, recheck } }: Shown) {
  return (
    <>
      <Badge by={status === 'onHold' ? warningBadge : neutralBadge}>{activityLifecycle.labels[status]}</Badge>
      {riskLevel === null ? (
        <Badge by={neutralBadge}>Risk not assessed</Badge>
      ) : (
        <Badge by={riskLevelBadges[riskLevel]}>{riskLevelLabels[riskLevel]} risk</Badge>
      )}
      {outcome === null ? null : (
        <Badge by={outcome === 'declined' ? warningBadge : neutralBadge}>
          {activityOutcomeLabels[outcome]}
        </Badge>
      )}
      {recheck === null ? null : <Badge by={warningBadge}>Recheck due</Badge>}
    </>
  );
}

/** Why it is on hold, reference, external ID, the activity that it is a copy of, and the assignee. */
function About({ activity }: Shown) {
  const noun = useActivityNoun();
  return (
    <>
      {activity.holdReason ? `On hold because: ${activity.holdReason} · ` : ''}
      {activity.reference}
      {activity.externalId ? ` · ${activity.externalId}` : ''}
      {activity.copyOfId ? (
        <>
          {' · '}
          <Link to={`/activities/${activity.copyOfId}`}>Copy of a completed {noun.singular}</Link>
        </>
      ) : null}{' '}
      · <span className="sr-only">Assigned to: </span>
      {activity.assignee?.name ?? 'Unassigned'}
    </>
  );
}

/** The next thing to do: a transition once nothing else comes first; a copy of a completed activity. */
function NextAction({ loaded: { activity, requestKey } }: { loaded: ActivityPageData }) {
  if (activity.status === 'completed') return <Reopen activity={activity} requestKey={requestKey} />;
  const transition = getNextTransition(activity);
  return transition ? (
    <TransitionButton transition={transition} activity={activity} requestKey={requestKey} variant="primary" />
  ) : (
    <NextStep activity={activity} />
  );
}

/** Everything that can be done with the activity besides the next step. */
function MoreMenu({ loaded: { activity, content, isOpen, mayWrite } }: { loaded: ActivityPageData }) {
  const { id } = activity;
  return (
    <Menu key={content.tab} label="More" about="actions">
      {mayWrite && isOpen ? (
        <MenuLinks
          label="Actions"
          links={[
            { label: 'Edit details', href: `/activities/${id}/edit` },
            { label: 'Assess risk', href: `/activities/${id}/risk_assessments/create` },
            { label: 'Change parties', href: `/activities/${id}/edit#activity-parties` },
            { label: 'Add documents', href: activityPageTabs.sectionUrl(id, 'documents') },
          ]}
        />
      ) : null}
      <MenuLinks
        label="Record"
        links={[
          {
            label: 'Make an evidence pack',
            href: `/activities/${id}?tab=documents&evidence=pack#evidence`,
          },
        ]}
      />
    </Menu>
  );
}
