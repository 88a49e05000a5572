import { AttentionBox } from './attention-box.tsx';
import { SubmitButton } from './submit.tsx';

/** One field of a record as this person typed it and as it is kept now, in words. */
export interface VersionRow {
  label: string;
  mine: string;
  kept: string;
}

/**
 * Two versions of a record side by side, when somebody else saved first. What was typed is still in the form
 * under it; the button here posts the form with `overwriteVersion`, the version that it knowingly replaces.
 */
export function StaleRecord({
  rows,
  keptBy,
  keptAt,
  keptVersion,
  reloadHref,
}: {
  rows: readonly VersionRow[];
  keptBy: string;
  /** In words, in the reader's time zone. */
  keptAt: string;
  keptVersion: number;
  /** Where the form starts again from what is kept. */
  reloadHref: string;
}) {
  const differing = rows.filter((row) => row.mine !== row.kept);
  const same = rows.filter((row) => row.mine === row.kept);
  return (
    <AttentionBox
      id="stale"
      kind="attention"
      reply={rows}
      heading={`${keptBy} saved this ${keptAt}, after you opened it`}
    >
      <p>
        {differing.length === 0
          ? 'Both versions say the same.'
          : 'Nothing you typed is lost: it is in the form below. Take over what you want to keep, then save yours.'}
      </p>
      <Versions rows={differing} keptBy={keptBy} differ />
      {same.length === 0 ? null : (
        <details>
          <summary>
            {same.length === 1 ? 'One field is the same' : `${same.length} fields are the same`}
          </summary>
          <Versions rows={same} keptBy={keptBy} />
        </details>
      )}
      <p className="flex flex-wrap items-center gap-4">
        <SubmitButton look="secondary" busy="Saving…" name="overwriteVersion" value={String(keptVersion)}>
          Save mine over it
        </SubmitButton>
        <a href={reloadHref}>Drop mine and start from what is saved</a>
      </p>
    </AttentionBox>
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
  if (rows.length === 0) return null;
  return (
    <div className="overflow-x-auto">
      <table className="mt-1 bg-paper [&_:is(td,th)]:align-top [&_td]:whitespace-pre-line">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Saved by {keptBy}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                {row.label}
                {differ ? <span className="font-normal text-attention"> differs</span> : null}
              </th>
              <td className={differ ? 'bg-attention-soft' : undefined}>{row.mine || '–'}</td>
              <td className={differ ? 'bg-attention-soft' : undefined}>{row.kept || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
