import { Link } from '@remix-run/react';
import { Marked, openMark, settledMark } from '../../components/mark.tsx';
import { RecordTable } from '../../components/table.tsx';
import type { loadListsInUse } from './lists.server.ts';

type Shown = Awaited<ReturnType<typeof loadListsInUse>>;

/** Lists that clients are compared with, how old they are, and how far each worklist has come with them. */
export function ListsView({ shown: { lists } }: { shown: Shown }) {
  if (lists.length === 0) {
    return (
      <div className="panel mt-4 px-6 py-10">
        <h2>No list is in use</h2>
        <p className="mt-2 text-ink-soft">
          Nobody can be screened until there is one. Runs that are due wait for it.{' '}
          <Link to="/settings?view=lists">Screening lists</Link>
        </p>
      </div>
    );
  }
  return (
    <div className="mt-4">
      <RecordTable
        caption="Lists in use"
        columns={[
          { label: 'List' },
          { label: 'Version' },
          { label: 'Published' },
          { label: 'In use since' },
          { label: 'Entries', isFigure: true },
          { label: 'Compared with everybody' },
        ]}
      >
        {lists.map((list) => (
          <tr key={list.id}>
            <td>{list.name}</td>
            <td data-label="Version" className="[overflow-wrap:anywhere]">
              {list.version}
            </td>
            <td data-label="Published" className="whole">
              {list.published ?? <span className="text-ink-soft">Not said</span>}
            </td>
            <td data-label="In use since" className="whole">
              {list.imported ?? <span className="text-ink-soft">Not said</span>}
            </td>
            <td data-label="Entries" className="md:text-right tabular-nums">
              {list.entities}
            </td>
            <td data-label="Compared with everybody" className="max-md:col-span-2">
              {list.isCovered ? (
                <Marked by={settledMark}>Yes, this version</Marked>
              ) : (
                <span>
                  <Marked by={openMark}>Under way:</Marked> {list.behind}
                </span>
              )}
            </td>
          </tr>
        ))}
      </RecordTable>
      <p className="hint mt-3">
        A new version is compared with everybody who is watched within minutes, by what it changed.{' '}
        <Link to="/settings?view=lists">Versions and what each changed</Link>
      </p>
    </div>
  );
}
