/** FIFO mutex per key: runs `work` after all earlier work with the same key. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Serialises password checks per account, so that concurrent guesses cannot bypass the failure count, and concurrent
 * correct sign-ins are not counted as failures.
 */
export function createMutex(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    const leave = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(leave, leave);
    return mine;
  };
}
