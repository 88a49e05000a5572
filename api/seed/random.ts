/** A source of numbers that gives the same series for the same seed. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** One of the items, each as likely as the others. */
  pick<T>(items: readonly T[]): T;
  /** One of the items, the first ones more often, roughly as common names are more common than rare ones. */
  pickEarlier<T>(items: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
}

/**
 * A seeded generator (mulberry32): quick and even enough for inventing people, of no use for secrets.
 * @param seed any whole number
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const at = <T>(items: readonly T[], position: number): T => {
    const item = items[Math.min(position, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => at(items, Math.floor(next() * items.length)),
    pickEarlier: (items) => at(items, Math.floor(next() ** 1.8 * items.length)),
    chance: (probability) => next() < probability,
  };
}
