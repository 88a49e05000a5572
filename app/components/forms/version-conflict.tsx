import type { ReactNode } from 'react';
import { type Column, DataTable } from '../table.tsx';
import { SubmitButton } from './submit.tsx';
import { WarningBox } from './warning-box.tsx';

/** One field of a record, as typed and as saved now, formatted. */
export interface VersionRow {
  label: string;
  mine: string;
  kept: string;
}

/** Who saved first. */
export interface SavedBy {
  keptBy: string;
  /** Formatted, in the user's time zone. */
  savedAt: string;
  /** Reloads the form with the saved values. */
  reloadHref: string;
}

/** The notice of a conflict: who saved first, what to do, and the button that saves all the same. */
export function ConflictBox({
  keptBy,
  savedAt,
  savedVersion,
  reloadHref,
  reply,
  advice,
  save,
  children,
}: SavedBy & {
  savedVersion: number;
  /** Changes with each result. */
  reply: unknown;
  advice: string;
  /** Label of the button, which posts `overwriteVersion`, the version to replace. */
  save: string;
  children: ReactNode;
}) {
  return (
    <WarningBox
      id="stale"
      kind="warning"
      reply={reply}
      heading={`${keptBy} changed this ${savedAt}, after you opened it`}
    >
      <p>{advice}</p>
      {children}
      <p className="flex flex-wrap items-center gap-4">
        <SubmitButton variant="secondary" busy="Saving…" name="overwriteVersion" value={String(savedVersion)}>
          {save}
        </SubmitButton>
        <a href={reloadHref}>Discard my changes</a>
      </p>
    </WarningBox>
  );
}

/**
 * Two versions of a record side by side, after another user saved first, in a form of a few fields that does not merge. The form below
 * preserves the input.
 */
export function VersionConflict({
  rows,
  ...box
}: SavedBy & { rows: readonly VersionRow[]; savedVersion: number }) {
  const differing = rows.filter((row) => row.mine !== row.kept);
  const same = rows.filter(({ mine, kept }) => mine === kept);
  const { keptBy } = box;
  return (
    <ConflictBox
      {...box}
      reply={rows}
      advice={
        differing.length === 0
          ? 'Both versions are identical.'
          : 'Your changes are still in the form below. Copy across anything you want to keep, then save.'
      }
      save="Overwrite with my version"
    >
      <Versions rows={differing} keptBy={keptBy} caption="Fields that differ" differ />
      <FoldedVersions rows={same} keptBy={keptBy} caption="Fields that are the same" />
    </ConflictBox>
  );
}

interface VersionsProps {
  rows: readonly VersionRow[];
  keptBy: string;
  caption: string;
  differ?: boolean;
  /** Shows the saved values alone. */
  onlyTheirs?: boolean;
}

/** Rows behind their count. */
export function FoldedVersions(props: VersionsProps) {
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

function Versions({ rows, keptBy, caption, differ = false, onlyTheirs = false }: VersionsProps) {
  if (rows.length === 0) return null;
  const getSideLook = () => (differ ? 'bg-warning-soft' : '');
  const columns: (Column<VersionRow> | false)[] = [
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
    !onlyTheirs && { title: 'Yours', cell: ({ mine }) => mine || '–', cellClassName: getSideLook },
    { title: `Saved by ${keptBy}`, cell: ({ kept }) => kept || '–', cellClassName: getSideLook },
  ];
  return (
    <DataTable
      look="sides"
      caption={caption}
      columns={columns.filter((column) => column !== false)}
      rows={rows}
      rowKey={({ label }) => label}
      className="mt-1 bg-paper [&_td]:whitespace-pre-line"
    />
  );
}
