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
  const differing = rows.filter((row) => row.mine !== row.kept).length;
  return (
    <AttentionBox
      id="stale"
      kind="attention"
      reply={rows}
      heading={`${keptBy} saved this ${keptAt}, after you opened it`}
    >
      <p>
        {differing === 0
          ? 'Both versions say the same.'
          : `${differing === 1 ? 'One field differs' : `${differing} fields differ`} and nothing you typed is lost: it is in the form below. Take over what you want to keep, then save.`}
      </p>
      <div className="overflow-x-auto">
        <table className="bg-paper [&_td]:align-top [&_th]:align-top [&_td]:whitespace-pre-line">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Saved by {keptBy}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const differs = row.mine !== row.kept;
              return (
                <tr key={row.label} className={differs ? 'bg-attention-soft' : undefined}>
                  <th scope="row">
                    {row.label}
                    {differs ? <span className="font-normal text-attention"> differs</span> : null}
                  </th>
                  <td>{row.mine || '–'}</td>
                  <td>{row.kept || '–'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="flex flex-wrap items-center gap-4">
        <SubmitButton look="secondary" busy="Saving…" name="overwriteVersion" value={String(keptVersion)}>
          Save mine over it
        </SubmitButton>
        <a href={reloadHref}>Drop mine and start from what is saved</a>
      </p>
    </AttentionBox>
  );
}
