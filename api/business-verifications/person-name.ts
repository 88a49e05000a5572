import type { StoredNode } from '../database/stored-ownership.ts';

/** A person's name in parts, as the register gives them; of a name in one piece the last word is the family name. */
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
