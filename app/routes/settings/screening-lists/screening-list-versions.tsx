import { Link } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { listVersionStatusLabels } from '#rules/screening/list-version-status.ts';
import { Badge, openBadge, resolvedBadge } from '../../../components/badge.tsx';
import { Card, EntryList } from '../../../components/panel.tsx';
import { type Column, DataTable } from '../../../components/table.tsx';
import type { ListVersionView, loadLists } from './screening-lists.server.ts';

type Loaded = Awaited<ReturnType<typeof loadLists>>;

/** Notes from the import of a list. */
export function ListNotes({ notes }: { notes: ListVersionView['notes'] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm">
      {notes.map(({ kind, text }) => (
        <li
          key={text}
          className={`[overflow-wrap:anywhere] ${kind === 'doubt' ? 'font-semibold' : 'text-ink-soft'}`}
        >
          {text}
        </li>
      ))}
    </ul>
  );
}

const back = (
  <p>
    <Link to={settingsUrl('lists')}>All lists</Link>
  </p>
);

function StatusWord({ status }: { status: ListVersionView['status'] }) {
  const label = listVersionStatusLabels[status];
  if (status === 'inUse') return <Badge by={resolvedBadge}>{label}</Badge>;
  if (status === 'held') return <Badge by={openBadge}>{label}</Badge>;
  return <span className="text-ink-soft">{label}</span>;
}

const versionColumns: Column<ListVersionView>[] = [
  {
    title: 'Version',
    cell: ({ version, changesHref }) => <a href={changesHref}>Version {version}</a>,
  },
  { title: 'Status', cell: ({ status }) => <StatusWord status={status} /> },
  { title: 'Published', cell: ({ published }) => published ?? '' },
  { title: 'Active since', cell: ({ since }) => since ?? '' },
  { title: 'Entries', isFigure: true, cell: ({ entities }) => entities.split(' ')[0] },
  { title: 'Changes from previous version', label: 'Changed', cell: ({ changes }) => changes },
  { title: 'Received', className: 'wrap-anywhere', cell: ({ received }) => received },
];

/** Every version of one list. */
export function ListVersions({ view }: { view: Extract<Loaded, { kind: 'versions' }> }) {
  const { name, versions, newestHref, earlierHref } = view;
  return (
    <section aria-labelledby="versions-heading" className="grid gap-3">
      {back}
      <h2 id="versions-heading">Versions of {name}</h2>
      <DataTable
        caption={`Versions of ${name}, newest first`}
        columns={versionColumns}
        rows={versions}
        rowKey={({ version }) => version}
        empty={<p className="text-ink-soft">No versions yet.</p>}
      />
      <p className="flex gap-4 empty:hidden">
        {newestHref ? <Link to={newestHref}>Newest</Link> : null}
        {earlierHref ? <Link to={earlierHref}>Older</Link> : null}
      </p>
    </section>
  );
}

/** Changes of a version from the previous one. */
export function ListChanges({ view }: { view: Extract<Loaded, { kind: 'changes' }> }) {
  const { listName, version, versionsHref, changes, firstHref, nextHref } = view;
  return (
    <section aria-labelledby="changes-heading" className="grid gap-3">
      <p className="flex flex-wrap gap-4">
        <Link to={settingsUrl('lists')}>All lists</Link>
        <Link to={versionsHref}>All versions</Link>
      </p>
      <h2 id="changes-heading">
        {listName}, version {version.version}
      </h2>
      <p>
        <StatusWord status={version.status} />
        {version.published ? `, published ${version.published}` : ''}. {version.entities}: {version.changes}.
      </p>
      <p className="hint [overflow-wrap:anywhere]">
        Received {version.received}, from {version.files}
      </p>
      <ListNotes notes={version.notes} />
      {changes.length === 0 ? (
        <Card as="p" className="text-ink-soft">
          Nothing changed on this page.
        </Card>
      ) : (
        <EntryList aria-label="Changes by list ID">
          {changes.map(({ entityId, word, name, details }) => (
            <li key={entityId} className="grid gap-x-4 gap-y-1 px-4 py-3 md:grid-cols-[110px_minmax(0,1fr)]">
              <p className="text-ink-soft">{word}</p>
              <div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
                <p>
                  <span className="font-semibold">{name}</span>{' '}
                  <span className="text-sm text-ink-soft">{entityId}</span>
                </p>
                {details.length > 0 ? (
                  <ul className="grid gap-0.5 text-sm">
                    {details.map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                ) : null}
              </div>
            </li>
          ))}
        </EntryList>
      )}
      <p className="flex gap-4 empty:hidden">
        {firstHref ? <Link to={firstHref}>First page</Link> : null}
        {nextHref ? <Link to={nextHref}>More</Link> : null}
      </p>
    </section>
  );
}
