import { useLoaderData, useOutletContext } from '@remix-run/react';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { asMember } from '../../../session/session.server.ts';
import { toClientActivities } from '../panels/client-activities.server.ts';
import { ClientActivitiesPanel } from '../panels/client-activities-panel.tsx';
import { type ClientPageData, clientTab } from './client-page.server.ts';

export { ErrorInLayout as ErrorBoundary };

export const loader = asMember(
  clientTab('activities', async (_args, page) => {
    const { content } = await page;
    return { activities: toClientActivities(content.activities) };
  }),
);

/** The newest activities of the client. */
export default function ActivitiesTab() {
  const { client, mayWrite, sanctions } = useOutletContext<ClientPageData>();
  const { activities } = useLoaderData<typeof loader>();
  return (
    <ClientActivitiesPanel
      clientId={client.id}
      activities={activities}
      mayWrite={mayWrite}
      isProhibited={sanctions.some(({ provision }) => provision !== null)}
    />
  );
}
