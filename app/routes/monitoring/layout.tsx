import { Link, Outlet, useLoaderData, useLocation, useMatches } from '@remix-run/react';
import { type MonitoringPage, monitoringPages, monitoringUrl } from '#rules/pages/monitoring-pages.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { oneScreen } from '../../components/layout/landing.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { asMember } from '../../session/session.server.ts';

export const handle = oneScreen;

export const loader = asMember(async ({ me }) => {
  const { company } = await me();
  return { isPaused: !company.subscriptionActive };
});

const labels: Record<MonitoringPage, string> = {
  alerts: 'Alerts',
  worklists: 'Worklists',
  reviews: 'Reviews',
  evidence: 'Earlier approvals',
  lists: 'Active lists',
};

/** Whether a path is of a list or of one of its records. */
const isOf = (page: MonitoringPage, path: string) =>
  path === monitoringUrl(page) || path.startsWith(`/monitoring/${page}/`);

/** The pages of monitoring, with links between them. */
export default function MonitoringLayout() {
  const { isPaused } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  return (
    <>
      <h1>Monitoring</h1>
      <ViewTabs
        label="Views of monitoring"
        tabs={monitoringPages.map((page) => ({
          to: monitoringUrl(page),
          label: labels[page],
          isCurrent: isOf(page, pathname),
        }))}
      />
      {isPaused ? <PausedNotice /> : null}
      <Outlet />
    </>
  );
}

const hasPaused = (data: unknown): data is { paused: string | null } =>
  typeof data === 'object' && data !== null && 'paused' in data;

/** Why nothing is screened, with the day since when if the page has loaded it. */
function PausedNotice() {
  const data = useMatches().at(-1)?.data;
  const paused = hasPaused(data) ? data.paused : null;
  return (
    <p className="notice notice-warning mt-4">
      <strong className="font-semibold">Monitoring is paused</strong>
      {paused ? `: ${paused}` : ' without a subscription'}. No clients are screened until monitoring resumes;
      then all are screened once. You can still work open alerts.{' '}
      <Link to={settingsUrl('billing')}>Go to billing</Link>
    </p>
  );
}
