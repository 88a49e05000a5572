/** A deterministic random number generator: one seed, one series. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** An integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number;
  /** One of the items, uniformly. */
  pick<T>(items: readonly T[]): T;
  /** One of the items, preferring earlier ones, as common names are more frequent than rare ones. */
  pickEarlier<T>(items: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
}

/**
 * mulberry32: fast, and uniform enough for sample data. Not for secrets.
 *
 * @param seed any integer
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
