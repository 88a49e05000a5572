const rounds = 9;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Microseconds of this process, independent of other load on the machine. */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}

/**
 * Ratio of the cost of the same work at a larger size, as the median of alternating rounds: a figure of the work, not of the machine. About
 * the ratio of the sizes if cost is linear, its square if quadratic. Choose sizes whose smaller one takes a millisecond or more.
 */
export function getGrowth(work: (size: number) => void, smaller: number, larger: number): number {
  // Compilation is not part of it.
  for (const size of [smaller, larger]) work(size);
  const ratios = Array.from({ length: rounds }, () => {
    const small = cost(() => work(smaller));
    return cost(() => work(larger)) / small;
  });
  return median(ratios);
}
