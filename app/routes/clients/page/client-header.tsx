import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import { clientStepLabels } from '#rules/clients/client-progress.ts';
import { type ClientTab, clientSectionUrl, clientTabs, clientTabUrl } from '#rules/clients/client-tabs.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
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
export function ClientHeader({ loaded, tab: current }: { loaded: ClientPageData; tab: ClientTab }) {
  const { client, progress, missing } = loaded;
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
        action={loaded.next ? <NextStep loaded={loaded} next={loaded.next} /> : null}
        menu={<MoreMenu key={current} loaded={loaded} />}
      />
      <MergeNotice loaded={loaded} />
      <SanctionsBanner lines={loaded.sanctions} />
      <RefreshNotice loaded={loaded} />
      {client.mergedInto === null ? (
        <ProgressRail label="Client progress" steps={progress.steps} labels={clientStepLabels} />
      ) : null}
      <RecordTabs
        label="Client"
        tabs={clientTabs.map((tab) => ({
          label: tab === 'activities' ? noun.pluralTitle : tabLabels[tab],
          href: clientTabUrl(client.id, tab),
          isCurrent: tab === current,
          count: tab === 'overview' && missing > 0 ? String(missing) : null,
        }))}
      />
    </>
  );
}

/** What made the CDD of an approved client due again, and how much is outstanding. */
function RefreshNotice({ loaded: { client, refresh } }: { loaded: ClientPageData }) {
  if (refresh === null) return null;
  return (
    <p className="notice notice-warning mt-3">
      <strong className="font-semibold">Refresh due.</strong> {refresh.causes}{' '}
      <Link to={`/clients/${client.id}#diligence`}>{refresh.toDo}</Link>
    </p>
  );
}

/** Into which client this one was merged, or which were merged into it. */
function MergeNotice({ loaded: { client } }: { loaded: ClientPageData }) {
  const { mergedInto, mergedRecords } = client;
  if (mergedInto !== null) {
    return (
      <p className="notice notice-warning mt-3">
        Merged into <Link to={`/clients/${mergedInto.id}`}>{mergedInto.name}</Link>. This record is read-only.
      </p>
    );
  }
  if (mergedRecords.length === 0) return null;
  return (
    <p className="mt-2 text-sm text-ink-soft">
      Merged into this client:{' '}
      {mergedRecords.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 ? ', ' : ''}
          <Link to={`/clients/${id}`}>{name}</Link>
        </Fragment>
      ))}
    </p>
  );
}

/** Everything that can be done with the client besides the next step. */
function MoreMenu({ loaded }: { loaded: ClientPageData }) {
  const { client, sanctions, mayWrite, canHold, mayMerge } = loaded;
  const noun = useActivityNoun();
  const isProhibited = sanctions.some(({ provision }) => provision !== null);
  return (
    <Menu label="More" about="actions">
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
            href: clientSectionUrl(client.id, 'evidence', { evidence: 'pack' }),
          },
          ...(mayMerge ? [{ label: 'Merge with a duplicate', href: `/clients/${client.id}/merge` }] : []),
          ...(canHold
            ? [
                {
                  label: client.onLegalHold ? 'Release legal hold' : 'Place a legal hold',
                  href: settingsUrl('retention', { client: client.id }),
                },
              ]
            : []),
        ]}
      />
    </Menu>
  );
}
