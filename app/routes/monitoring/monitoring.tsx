import type { MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { errorResponse } from '../../error-answer.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { asMember } from '../../session.server.ts';
import { loadAlert } from './alert.server.ts';
import { AlertView } from './alert-view.tsx';
import { loadAlerts } from './alerts.server.ts';
import { AlertsView } from './alerts-view.tsx';
import { answerMonitoring } from './answers.server.ts';
import { loadListsInUse } from './lists.server.ts';
import { ListsView } from './lists-view.tsx';
import { loadReview, loadReviews } from './reviews.server.ts';
import { ReviewsView, ReviewView } from './reviews-view.tsx';
import { loadWorklist, loadWorklists } from './worklists.server.ts';
import { WorklistsView, WorklistView } from './worklists-view.tsx';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? titleOf(data.shown) : 'Monitoring'} – Assay` },
];

/** What the URL asks for: a record by its id, else a view by its name; anything else is 404. */
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
    case 'lists':
      return loadListsInUse(args);
    default:
      throw errorResponse(404, { code: 'record.notFound', requestId: args.requestId });
  }
}

export const loader = asMember(async (args) => {
  const [{ company }, shown] = await Promise.all([args.me(), load(args)]);
  return { shown, isPaused: !company.subscriptionActive };
});

export const action = asMember(answerMonitoring);

type Shown = Awaited<ReturnType<typeof load>>;

function titleOf(shown: Shown): string {
  switch (shown.view) {
    case 'alert':
      return `${shown.alert.title} – Monitoring`;
    case 'review':
      return `Review of ${shown.name} – Monitoring`;
    case 'worklist':
      return `${shown.name} – Monitoring`;
    case 'alerts':
      return 'Monitoring';
    case 'worklists':
      return 'Worklists – Monitoring';
    case 'reviews':
      return 'Reviews – Monitoring';
    case 'lists':
      return 'Lists in use – Monitoring';
  }
}

const tabs = [
  { view: 'alerts', label: 'Alerts', also: 'alert' },
  { view: 'worklists', label: 'Worklists', also: 'worklist' },
  { view: 'reviews', label: 'Reviews', also: 'review' },
  { view: 'lists', label: 'Lists in use', also: 'lists' },
] as const;

export default function Monitoring() {
  const { shown, isPaused } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <h1>Monitoring</h1>
      <ViewTabs
        label="Views of monitoring"
        tabs={tabs.map(({ view, label, also }) => ({
          to: view === 'alerts' ? '/monitoring' : `/monitoring?view=${view}`,
          label,
          isCurrent: shown.view === view || shown.view === also,
        }))}
      />
      {isPaused ? (
        <p className="notice notice-attention mt-4">
          <strong className="font-semibold">Monitoring is paused</strong>
          {'paused' in shown && shown.paused ? `: ${shown.paused}` : ' without a subscription'}. Nobody is
          screened until it goes on; then everybody is screened once. Open alerts can be worked on all the
          same. <Link to="/settings?view=billing">Go to billing</Link>
        </p>
      ) : null}
      <View shown={shown as Shown} answer={answer} />
    </>
  );
}

function View({ shown, answer }: { shown: Shown; answer: ReturnType<typeof useActionData<typeof action>> }) {
  switch (shown.view) {
    case 'alerts':
      return <AlertsView shown={shown} />;
    case 'alert':
      return <AlertView shown={shown} answer={answer} />;
    case 'worklists':
      return <WorklistsView shown={shown} />;
    case 'worklist':
      return <WorklistView shown={shown} answer={answer} />;
    case 'reviews':
      return <ReviewsView shown={shown} />;
    case 'review':
      return <ReviewView shown={shown} answer={answer} />;
    case 'lists':
      return <ListsView shown={shown} />;
  }
}
