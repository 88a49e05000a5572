import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { activityPageTabs } from '#rules/activities/activity-tabs.ts';
import { activityNounIn } from '../../components/activities/activity-noun.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { Panel } from '../../components/panel.tsx';
import { PrintHeading } from '../../components/print-heading.tsx';
import { useSectionTab } from '../../components/record-page/section-tab.ts';
import { asMember } from '../../session/session.server.ts';
import { ActivityHeader } from './activity-header.tsx';
import { type ActivityPageData, loadActivityPage } from './activity-page.server.ts';
import { NextSteps } from './activity-panels.tsx';
import { ActivityTabContent } from './activity-tabs.tsx';
import { handleTransition } from './activity-transitions.server.ts';
import { BlockedTransition, ConfirmTransition } from './activity-transitions.tsx';
import { RecheckPanel } from './recheck-panel.tsx';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const { title, pluralTitle } = activityNounIn(matches);
  return [{ title: pageTitle(data?.activity.name ?? title, pluralTitle) }];
};

export const loader = asMember(loadActivityPage);

export const action = asMember(handleTransition);

export default function ViewActivity() {
  const loaded = useLoaderData<typeof loader>();
  const { activity, content, isOpen, mayWrite, requestKey, confirm } = loaded;
  const result = useActionData<typeof action>();
  useSectionTab(activityPageTabs, activity.id, content.tab);
  return (
    <>
      <PrintHeading text={loaded.printHeading} />
      <ActivityHeader loaded={loaded} />
      {result?.refused ? <BlockedTransition activity={activity} result={result} /> : null}
      <RecheckPanel {...loaded} />
      {confirm && mayWrite ? (
        <ConfirmTransition activity={activity} requestKey={requestKey} to={confirm} />
      ) : null}
      <div
        className={`mt-5 grid items-start gap-5 ${hasChecklist(loaded) ? 'lg:grid-cols-[minmax(0,1fr)_380px]' : ''}`}
      >
        <div className={`grid min-w-0 gap-5 *:mt-0 ${content.tab === 'overview' ? 'max-lg:order-last' : ''}`}>
          <ActivityTabContent loaded={loaded} />
        </div>
        {isOpen ? <NextSteps {...loaded} /> : <DelayedCdd loaded={loaded} />}
      </div>
    </>
  );
}

const hasChecklist = ({ isOpen, activity }: ActivityPageData) => isOpen || activity.checklist.length > 0;

/** Delayed CDD that is outstanding after completion. */
function DelayedCdd({ loaded: { activity, due } }: { loaded: ActivityPageData }) {
  return activity.checklist.length > 0 ? (
    <Panel headingId="delayed-heading" title={<>Delayed CDD due by {due}</>}>
      <p>Delayed CDD is outstanding. Completion does not end it.</p>
      <BlockerList blockers={activity.checklist} page={{ kind: 'activity', id: activity.id }} />
    </Panel>
  ) : null;
}
