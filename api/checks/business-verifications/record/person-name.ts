import type { StoredNode } from '../../../kernel/database/tables/stored-ownership.ts';

/** A person's name in parts, as stated by the register; of an undivided name the last word is the family name. */
export function personName({
  name,
  given,
  middle,
  family,
}: Pick<StoredNode, 'name' | 'given' | 'middle' | 'family'>): {
  given: string | undefined;
  middle: string | undefined;
  family: string;
} {
  if (family) return { given, middle, family };
  const words = name.trim().split(/\s+/);
  return {
    given: words.slice(0, -1).join(' ') || undefined,
    middle: undefined,
    family: words.at(-1) ?? name,
  };
}
