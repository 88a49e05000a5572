import { useLoaderData, useOutletContext } from '@remix-run/react';
import { clientTabUrl } from '#rules/clients/client-tabs.ts';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { RecordHistory } from '../../../components/record-history.tsx';
import { may } from '../../../session/permissions.server.ts';
import { asMember } from '../../../session/session.server.ts';
import { accessHref } from '../../settings/access-filters.ts';
import { historyEntries } from '../panels/client-history.server.ts';
import { formatPeriods } from '../panels/client-periods.server.ts';
import { ClientPeriods } from '../panels/client-periods.tsx';
import { type ClientPageData, clientTab } from './client-page.server.ts';

export { ErrorInLayout as ErrorBoundary };

export const loader = asMember(
  clientTab('history', async (args, page) => {
    const [{ client, content, asked }, session] = await Promise.all([page, args.me()]);
    const { history } = content;
    const { timeZone } = session.company;
    return {
      entries: historyEntries(history.events, timeZone),
      periods: formatPeriods({ ...history, asked }, timeZone),
      isFirstPage: !args.url.searchParams.has('before'),
      nextBefore: history.nextBefore,
      accessHref: may(session, 'auditLog.read') ? accessHref({ record: client.id }) : null,
      created: formatInstant(client.createdAt, timeZone),
      updated: formatInstant(client.updatedAt, timeZone),
    };
  }),
);

/** The client's events, its values over time, and its authors. */
export default function HistoryTab() {
  const { client } = useOutletContext<ClientPageData>();
  const { periods, created, updated, ...history } = useLoaderData<typeof loader>();
  const href = clientTabUrl(client.id, 'history');
  return (
    <>
      <RecordHistory href={href} {...history}>
        <ClientPeriods href={href} periods={periods} />
      </RecordHistory>
      <p className="hint mt-4">
        Created {created} by {client.createdBy.name}
        {client.version > 1 ? `. Last updated ${updated} by ${client.updatedBy.name}` : ''}
      </p>
    </>
  );
}
