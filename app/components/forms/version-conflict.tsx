import { DataTable } from '../table.tsx';
import { SubmitButton } from './submit.tsx';
import { WarningBox } from './warning-box.tsx';

/** One field of a record, as typed and as saved now, formatted. */
export interface VersionRow {
  label: string;
  mine: string;
  kept: string;
}

/**
 * Two versions of a record side by side, after another user saved first. The form below preserves the input; the button here posts it
 * with `overwriteVersion`, the version to replace.
 */
export function VersionConflict({
  rows,
  keptBy,
  savedAt,
  savedVersion,
  reloadHref,
}: {
  rows: readonly VersionRow[];
  keptBy: string;
  /** Formatted, in the user's time zone. */
  savedAt: string;
  savedVersion: number;
  /** Reloads the form with the saved values. */
  reloadHref: string;
}) {
  const differing = rows.filter((row) => row.mine !== row.kept);
  const same = rows.filter((row) => row.mine === row.kept);
  return (
    <WarningBox
      id="stale"
      kind="warning"
      reply={rows}
      heading={`${keptBy} changed this ${savedAt}, after you opened it`}
    >
      <p>
        {differing.length === 0
          ? 'Both versions are identical.'
          : 'Your changes are still in the form below. Copy across anything you want to keep, then save.'}
      </p>
      <Versions rows={differing} keptBy={keptBy} differ />
      {same.length === 0 ? null : (
        <details>
          <summary>
            {same.length === 1 ? '1 field is the same' : `${same.length} fields are the same`}
          </summary>
          <Versions rows={same} keptBy={keptBy} />
        </details>
      )}
      <p className="flex flex-wrap items-center gap-4">
        <SubmitButton variant="secondary" busy="Saving…" name="overwriteVersion" value={String(savedVersion)}>
          Overwrite with my version
        </SubmitButton>
        <a href={reloadHref}>Discard my changes</a>
      </p>
    </WarningBox>
  );
}

function Versions({
  rows,
  keptBy,
  differ = false,
}: {
  rows: readonly VersionRow[];
  keptBy: string;
  differ?: boolean;
}) {
  const getSideLook = () => (differ ? 'bg-warning-soft' : '');
  return (
    <DataTable
      look="plain"
      caption={differ ? 'Fields that differ' : 'Fields that are the same'}
      columns={[
        {
          title: 'Field',
          isRowHeader: true,
          cell: ({ label }) => (
            <>
              <span className="font-semibold">{label}</span>
              {differ ? <span className="text-warning"> differs</span> : null}
            </>
          ),
        },
        { title: 'Yours', cell: ({ mine }) => mine || '–', cellClassName: getSideLook },
        { title: `Saved by ${keptBy}`, cell: ({ kept }) => kept || '–', cellClassName: getSideLook },
      ]}
      rows={rows}
      rowKey={({ label }) => label}
      className="mt-1 bg-paper [&_td]:whitespace-pre-line"
    />
  );
}
