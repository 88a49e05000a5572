/** Deterministic pseudo-random choices. */
export type Random = {
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True in `share` of the cases (0 to 1). */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
};

/** A 32-bit mixing generator (mulberry32): small, and uniform enough for sample data. Not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    whole,
    chance: (share) => next() < share,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
  };
}
