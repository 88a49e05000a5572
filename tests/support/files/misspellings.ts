/** Errors in copying a name: the same for every run of one seed. */
type Mistake = (name: string, random: (below: number) => number) => string | null;

/** Positions of letters with a following letter in their word. */
function pairPlaces(name: string): number[] {
  const letters = [...name];
  return letters.flatMap((letter, at) =>
    /\p{L}/u.test(letter) && /\p{L}/u.test(letters[at + 1] ?? '') ? [at] : [],
  );
}

/** Changes a letter and the following one; null where there are no two. */
function inWord(change: (one: string, next: string) => string): Mistake {
  return (name, random) => {
    const letters = [...name];
    const places = pairPlaces(name);
    const at = places[random(Math.max(1, places.length))];
    if (at === undefined) return null;
    return [
      ...letters.slice(0, at),
      change(letters[at] ?? '', letters[at + 1] ?? ''),
      ...letters.slice(at + 2),
    ].join('');
  };
}

const mistakes: readonly Mistake[] = [
  // Two letters swapped, one omitted, one doubled.
  inWord((item, next) => next + item),
  inWord((_, next) => next),
  inWord((item, next) => item + item + next),
  // A middle name is omitted.
  (name, random) => {
    const words = name.split(/\s+/);
    if (words.length < 3) return null;
    const at = 1 + random(words.length - 2);
    return words.filter((_, place) => place !== at).join(' ');
  },
  // The family name comes first, or last.
  (name) => {
    const words = name.split(/\s+/);
    return words.length < 2 ? null : words.reverse().join(' ');
  },
];

/** Applies a number of errors to each name, every kind equally likely; a kind that a name is too short for is skipped. */
export function misspellings(seed: number): (name: string, count: number) => string {
  let state = seed >>> 0;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return (name, count) => {
    let wrong = name;
    for (let made = 0; made < count; ) {
      const next = mistakes[random(mistakes.length)]?.(wrong, random) ?? null;
      if (next === null && pairPlaces(wrong).length === 0) return wrong;
      if (next === null) continue;
      wrong = next;
      made += 1;
    }
    return wrong;
  };
}
