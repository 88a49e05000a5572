const rounds = 9;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Microseconds of this process, which others at work on the machine do not lengthen. */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}

/**
 * How many times as much the same work costs at a larger size, as the median of rounds that take turns: a figure of the work, not of the
 * machine. About the ratio of the sizes where it grows with the size, its square where it grows with the square. Sizes are to be such
 * that the smaller takes a millisecond or more.
 */
export function getGrowth(work: (size: number) => void, smaller: number, larger: number): number {
  // What is compiled on the way is not part of it.
  for (const size of [smaller, larger]) work(size);
  const ratios = Array.from({ length: rounds }, () => {
    const small = cost(() => work(smaller));
    return cost(() => work(larger)) / small;
  });
  return median(ratios);
}
