import { Link } from '@remix-run/react';
import { Marked, openMark, settledMark } from '../../components/mark.tsx';
import { RecordTable } from '../../components/table.tsx';
import type { loadLists, ShownVersion } from './lists.server.ts';

type Loaded = Awaited<ReturnType<typeof loadLists>>;

/** What was noticed while a list was read. */
export function ListNotes({ notes }: { notes: ShownVersion['notes'] }) {
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
    <Link to="/settings?view=lists">All lists</Link>
  </p>
);

function StatusWord({ status }: { status: ShownVersion['status'] }) {
  if (status === 'inUse') return <Marked by={settledMark}>In use</Marked>;
  if (status === 'held') return <Marked by={openMark}>Held back</Marked>;
  return <span className="text-ink-soft">Replaced</span>;
}

const versionColumns = [
  { label: 'Version' },
  { label: 'State' },
  { label: 'Published' },
  { label: 'In use since' },
  { label: 'Entries', isFigure: true },
  { label: 'Changed against the one before' },
  { label: 'Received' },
];

/** Every version of one list. */
export function ListVersions({ shown }: { shown: Extract<Loaded, { kind: 'versions' }> }) {
  const { name, versions, newestHref, earlierHref } = shown;
  return (
    <section aria-labelledby="versions-heading" className="grid gap-3">
      {back}
      <h2 id="versions-heading">Versions of {name}</h2>
      {versions.length === 0 ? <p className="text-ink-soft">There is no version yet.</p> : null}
      {versions.length > 0 ? (
        <RecordTable caption={`Versions of ${name}, newest first`} columns={versionColumns}>
          {versions.map((version) => (
            <tr key={version.version}>
              <td>
                <a href={version.changesHref}>Version {version.version}</a>
              </td>
              <td data-label="State">
                <StatusWord status={version.status} />
              </td>
              <td data-label="Published">{version.published ?? ''}</td>
              <td data-label="In use since">{version.since ?? ''}</td>
              <td data-label="Entries" className="md:text-right">
                {version.entities.split(' ')[0]}
              </td>
              <td data-label="Changed">{version.changes}</td>
              <td data-label="Received" className="[overflow-wrap:anywhere]">
                {version.received}
              </td>
            </tr>
          ))}
        </RecordTable>
      ) : null}
      <p className="flex gap-4 empty:hidden">
        {newestHref ? <Link to={newestHref}>Newest</Link> : null}
        {earlierHref ? <Link to={earlierHref}>Earlier</Link> : null}
      </p>
    </section>
  );
}

/** What one version changed against the one before. */
export function ListChanges({ shown }: { shown: Extract<Loaded, { kind: 'changes' }> }) {
  const { listName, version, versionsHref, changes, firstHref, nextHref } = shown;
  return (
    <section aria-labelledby="changes-heading" className="grid gap-3">
      <p className="flex flex-wrap gap-4">
        <Link to="/settings?view=lists">All lists</Link>
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
        <p className="panel p-4 text-ink-soft">Nothing changed on this page.</p>
      ) : (
        <ul className="panel divide-y divide-line" aria-label="Changes, in the order of the list’s numbers">
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
        </ul>
      )}
      <p className="flex gap-4 empty:hidden">
        {firstHref ? <Link to={firstHref}>From the beginning</Link> : null}
        {nextHref ? <Link to={nextHref}>More</Link> : null}
      </p>
    </section>
  );
}
