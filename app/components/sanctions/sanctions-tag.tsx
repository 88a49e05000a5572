import { sanctionsTagLabels, type SanctionsTag as Tag } from '#rules/sanctions.ts';

/** Marks a client or activity with a confirmed sanctions match, beside its name in every list. */
export function SanctionsTag({ tag }: { tag: Tag | '' | null | undefined }) {
  if (!tag) return null;
  return (
    <>
      {' '}
      <strong className={`tag ${tag === 'prohibited' ? 'tag-danger' : 'tag-warning'}`}>
        {sanctionsTagLabels[tag]}
      </strong>
    </>
  );
}
