import { clientStepLabels } from '#rules/clients/client-progress.ts';
import { type ClientTab, clientTabs, clientTabUrl } from '#rules/clients/client-tabs.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { useActivityNoun } from '../../../components/activities/activity-noun.ts';
import { ProgressRail } from '../../../components/progress-rail.tsx';
import { Menu, MenuLinks } from '../../../components/record-page/menu.tsx';
import { RecordBar } from '../../../components/record-page/record-bar.tsx';
import { RecordTabs } from '../../../components/record-page/record-tabs.tsx';
import { SanctionsBanner } from '../../../components/sanctions/sanctions-banner.tsx';
import type { ClientPageData } from './client-page.server.ts';
import { ClientPills } from './client-pills.tsx';
import { getStarts } from './client-starts.ts';
import { NextStep } from './next-step.tsx';
import { loadTabs } from './tabs.tsx';

const tabLabels: Record<Exclude<ClientTab, 'activities'>, string> = {
  overview: 'Overview',
  identity: 'Identity',
  people: 'People',
  risk: 'Risk',
  documents: 'Documents',
  monitoring: 'Monitoring',
  history: 'History',
};

/** What every tab of a client's page shows: name and state, the next step, banners, progress, and the tabs. */
export function ClientHeader({ loaded }: { loaded: ClientPageData }) {
  const { client, content, progress, missing, mayWrite } = loaded;
  const noun = useActivityNoun();
  const owner = client.responsible?.name ?? 'Unassigned';
  return (
    <>
      <RecordBar
        back={{ to: '/clients', label: 'Clients' }}
        title={client.displayName}
        pills={<ClientPills client={client} />}
        about={
          <>
            {clientTypeLabels[client.clientType]}
            {client.externalId ? ` · ${client.externalId}` : ''} ·{' '}
            <span className="sr-only">Relationship owner: </span>
            {owner}
          </>
        }
        action={mayWrite ? <NextStep loaded={loaded} /> : null}
        menu={<MoreMenu loaded={loaded} />}
      />
      <SanctionsBanner lines={loaded.sanctions} />
      <ProgressRail label="Client progress" steps={progress.steps} labels={clientStepLabels} />
      <RecordTabs
        label="Client"
        onApproach={loadTabs}
        tabs={clientTabs.map((tab) => ({
          label: tab === 'activities' ? noun.pluralTitle : tabLabels[tab],
          href: clientTabUrl(client.id, tab),
          isCurrent: tab === content.tab,
          count: tab === 'overview' && missing > 0 ? String(missing) : null,
        }))}
      />
    </>
  );
}

/** Everything that can be done with the client besides the next step. */
function MoreMenu({ loaded: { client, content, sanctions, mayWrite, canHold } }: { loaded: ClientPageData }) {
  const noun = useActivityNoun();
  const isProhibited = sanctions.some(({ provision }) => provision !== null);
  return (
    <Menu key={content.tab} label="More" about="actions">
      {mayWrite ? (
        <MenuLinks
          label="Actions"
          links={[
            { label: 'Edit details', href: `/clients/${client.id}/edit` },
            ...getStarts(client, { noun, isProhibited }),
          ]}
        />
      ) : null}
      <MenuLinks
        label="Record"
        links={[
          {
            label: 'Make an evidence pack',
            href: `/clients/${client.id}?tab=documents&evidence=pack#evidence`,
          },
          ...(canHold
            ? [
                {
                  label: client.onLegalHold ? 'Release legal hold' : 'Place a legal hold',
                  href: `/settings?view=retention&client=${client.id}`,
                },
              ]
            : []),
        ]}
      />
    </Menu>
  );
}
