import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { asMember } from '../../session/session.server.ts';
import { handleMonitoringAction } from './actions.server.ts';
import { loadAlert } from './alert.server.ts';
import { AlertView } from './alert-view.tsx';
import { loadAlerts } from './alerts.server.ts';
import { AlertsView } from './alerts-view.tsx';
import { loadEvidenceGaps } from './evidence-gaps.server.ts';
import { EvidenceGapsView } from './evidence-gaps-view.tsx';
import { loadListsInUse } from './lists.server.ts';
import { ListsView } from './lists-view.tsx';
import { loadReview, loadReviews } from './reviews.server.ts';
import { ReviewsView, ReviewView } from './reviews-view.tsx';
import { loadWorklist, loadWorklists } from './worklists.server.ts';
import { WorklistsView, WorklistView } from './worklists-view.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? getTitle(data.page) : pageTitle('Monitoring') },
];

/** Loads the record or view named in the URL; 404 for any other. */
function load(args: MemberArgs) {
  const { searchParams } = args.url;
  const named = (name: string) => searchParams.get(name);
  const [alert, review, worklist] = [named('alert'), named('review'), named('worklist')];
  if (alert !== null) return loadAlert(args, alert);
  if (review !== null) return loadReview(args, review);
  switch (named('view') ?? 'alerts') {
    case 'alerts':
      return loadAlerts(args);
    case 'worklists':
      return worklist === null ? loadWorklists(args) : loadWorklist(args, worklist);
    case 'reviews':
      return loadReviews(args);
    case 'evidence':
      return loadEvidenceGaps(args);
    case 'lists':
      return loadListsInUse(args);
    default:
      throw errorResponse(404, { code: 'record.notFound', requestId: args.requestId });
  }
}

export const loader = asMember(async (args) => {
  const [{ company }, page] = await Promise.all([args.me(), load(args)]);
  return { page, isPaused: !company.subscriptionActive };
});

export const action = asMember(handleMonitoringAction);

type PageData = Awaited<ReturnType<typeof load>>;

function getTitle(page: PageData): string {
  switch (page.view) {
    case 'alert':
      return pageTitle(`Alert: ${page.alert.title}`, 'Monitoring');
    case 'review':
      return pageTitle(`Review: ${page.name}`, 'Monitoring');
    case 'worklist':
      return pageTitle(page.name, 'Monitoring');
    case 'alerts':
      return pageTitle('Monitoring');
    case 'worklists':
      return pageTitle('Worklists', 'Monitoring');
    case 'reviews':
      return pageTitle('Reviews', 'Monitoring');
    case 'evidence':
      return pageTitle('Earlier approvals', 'Monitoring');
    case 'lists':
      return pageTitle('Active lists', 'Monitoring');
  }
}

const tabs = [
  { view: 'alerts', label: 'Alerts', also: 'alert' },
  { view: 'worklists', label: 'Worklists', also: 'worklist' },
  { view: 'reviews', label: 'Reviews', also: 'review' },
  { view: 'evidence', label: 'Earlier approvals', also: 'evidence' },
  { view: 'lists', label: 'Active lists', also: 'lists' },
] as const;

export default function Monitoring() {
  const { page, isPaused } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <h1>Monitoring</h1>
      <ViewTabs
        label="Views of monitoring"
        tabs={tabs.map(({ view, label, also }) => ({
          to: view === 'alerts' ? '/monitoring' : `/monitoring?view=${view}`,
          label,
          isCurrent: page.view === view || page.view === also,
        }))}
      />
      {isPaused ? (
        <p className="notice notice-warning mt-4">
          <strong className="font-semibold">Monitoring is paused</strong>
          {'paused' in page && page.paused ? `: ${page.paused}` : ' without a subscription'}. No clients are
          screened until monitoring resumes; then all are screened once. You can still work open alerts.{' '}
          <Link to={settingsUrl('billing')}>Go to billing</Link>
        </p>
      ) : null}
      <View page={page as PageData} result={result} />
    </>
  );
}

function View({ page, result }: { page: PageData; result: ReturnType<typeof useActionData<typeof action>> }) {
  switch (page.view) {
    case 'alerts':
      return <AlertsView page={page} />;
    case 'alert':
      return <AlertView page={page} result={result} />;
    case 'worklists':
      return <WorklistsView page={page} />;
    case 'worklist':
      return <WorklistView page={page} result={result} />;
    case 'reviews':
      return <ReviewsView page={page} />;
    case 'review':
      return <ReviewView page={page} result={result} />;
    case 'evidence':
      return <EvidenceGapsView page={page} />;
    case 'lists':
      return <ListsView page={page} />;
  }
}
