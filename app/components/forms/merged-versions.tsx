import { RadioGroup } from './choices.tsx';
import type { MergedField } from './three-way-merge.ts';
import { ConflictBox, FoldedVersions, type SavedBy, type VersionRow } from './version-conflict.tsx';

/** One field of a form that merges, in both versions. */
export interface MergedRow extends VersionRow, MergedField {
  /** Of a field that both users changed, the version chosen before; null if the form was posted without a choice. */
  chosen?: 'mine' | 'theirs' | null;
}

/** What a form that merges shows of a conflict. */
export interface Merged {
  both: readonly MergedRow[];
  onlyMine: readonly MergedRow[];
  onlyTheirs: readonly MergedRow[];
  savedVersion: number;
  /** The saved values of the fields that both changed, as JSON. */
  savedValues: string;
}

/** The same with who saved first, and when. */
export type MergedRecord = Merged & Pick<SavedBy, 'keptBy' | 'savedAt'>;

/**
 * The conflict of a form that merges, after another user saved first. The form below has the changes of both. Of each field that both
 * changed, one version must be chosen before anything is saved.
 */
export function MergedVersions({ both, onlyMine, onlyTheirs, savedValues, ...box }: Merged & SavedBy) {
  const { keptBy, savedVersion } = box;
  return (
    <ConflictBox
      {...box}
      reply={both}
      advice={
        both.length === 0
          ? 'You changed different fields. The form below has both changes.'
          : 'You changed the same fields. Choose a version of each. The form below has all other changes. To enter something else, choose yours and change it below.'
      }
      save="Save with my changes"
    >
      <input type="hidden" name="savedVersion" value={savedVersion} />
      <input type="hidden" name="savedValues" value={savedValues} />
      <input type="hidden" name="theirs" value={onlyTheirs.map(({ names }) => names[0]).join()} />
      <input type="hidden" name="collided" value={both.map(({ names }) => names.join(' ')).join()} />
      {both.map(({ label, mine, kept, names, chosen }) => (
        <div key={label} className="[&_label]:whitespace-pre-line">
          <RadioGroup
            label={label}
            field={{
              id: `keep-${names[0]}`,
              name: `keep:${names[0]}`,
              initialValue: chosen,
              errors: chosen === null ? ['Choose one of the two versions'] : undefined,
            }}
            choices={[
              { value: 'mine', label: `Yours: ${mine || '–'}` },
              { value: 'theirs', label: `Saved by ${keptBy}: ${kept || '–'}` },
            ]}
          />
        </div>
      ))}
      <FoldedVersions rows={onlyMine} keptBy={keptBy} caption="Fields that only you changed" />
      <FoldedVersions
        rows={onlyTheirs}
        keptBy={keptBy}
        caption={`Fields that only ${keptBy} changed`}
        onlyTheirs
      />
    </ConflictBox>
  );
}
