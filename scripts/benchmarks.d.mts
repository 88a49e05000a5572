interface Benchmark {
  file: string;
  builds?: string[];
  beside?: string[];
  needsServer?: boolean;
  needsLists?: boolean;
}

/** By the name that `npm run bench` knows each by. */
export const benchmarks: Record<string, Benchmark>;
