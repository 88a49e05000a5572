import { DataTable } from '../table.tsx';
import { SubmitButton } from './submit.tsx';
import { WarningBox } from './warning-box.tsx';

/** One field of a record, as typed and as saved now, formatted. `opened`: as it was when the form was opened, if the form merges. */
export interface VersionRow {
  label: string;
  mine: string;
  kept: string;
  opened?: string;
}

/**
 * Two versions of a record side by side, after another user saved first. The form below preserves the input; the button here posts it
 * with `overwriteVersion`, the version to replace. In a form that merges, the form below has their changes too, except in fields that both
 * changed.
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
  const isMerged = rows.some(({ opened }) => opened !== undefined);
  const differing = rows.filter((row) => row.mine !== row.kept);
  const conflicting = differing.filter(({ opened, kept }) => opened !== kept);
  const onlyMine = differing.filter(({ opened, kept }) => opened === kept);
  const same = rows.filter(({ mine, kept }) => mine === kept);
  const onlyTheirs = same.filter(({ opened, kept }) => opened !== undefined && opened !== kept);
  return (
    <WarningBox
      id="stale"
      kind="warning"
      reply={rows}
      heading={`${keptBy} changed this ${savedAt}, after you opened it`}
    >
      <p>{getAdvice(isMerged, differing, conflicting)}</p>
      <Versions rows={conflicting} keptBy={keptBy} caption="Fields that differ" differ />
      <FoldedVersions rows={onlyMine} keptBy={keptBy} caption="Fields that only you changed" />
      <FoldedVersions rows={onlyTheirs} keptBy={keptBy} caption={`Fields that only ${keptBy} changed`} />
      {isMerged ? null : <FoldedVersions rows={same} keptBy={keptBy} caption="Fields that are the same" />}
      <p className="flex flex-wrap items-center gap-4">
        <SubmitButton variant="secondary" busy="Saving…" name="overwriteVersion" value={String(savedVersion)}>
          {isMerged ? 'Save with my changes' : 'Overwrite with my version'}
        </SubmitButton>
        <a href={reloadHref}>Discard my changes</a>
      </p>
    </WarningBox>
  );
}

function getAdvice(
  isMerged: boolean,
  differing: readonly VersionRow[],
  conflicting: readonly VersionRow[],
): string {
  if (differing.length === 0) return 'Both versions are identical.';
  if (!isMerged)
    return 'Your changes are still in the form below. Copy across anything you want to keep, then save.';
  return conflicting.length === 0
    ? 'You changed different fields. The form below has both changes.'
    : 'The form below has both changes. Where you changed the same field, it has yours.';
}

function FoldedVersions(props: { rows: readonly VersionRow[]; keptBy: string; caption: string }) {
  const { rows, caption } = props;
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>
        {caption}: {rows.length}
      </summary>
      <Versions {...props} />
    </details>
  );
}

function Versions({
  rows,
  keptBy,
  caption,
  differ = false,
}: {
  rows: readonly VersionRow[];
  keptBy: string;
  caption: string;
  differ?: boolean;
}) {
  if (rows.length === 0) return null;
  const getSideLook = () => (differ ? 'bg-warning-soft' : '');
  return (
    <DataTable
      look="sides"
      caption={caption}
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
