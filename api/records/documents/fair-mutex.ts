/** Runs one work at a time: those of one sender in order, and senders in turn. */
export function createFairMutex(): <T>(sender: string, work: () => Promise<T>) => Promise<T> {
  // In the order of turns: a sender who had a turn and has more waiting goes to the end.
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  function grantTurn(): void {
    const [next] = waiting;
    if (next === undefined) {
      isBusy = false;
      return;
    }
    const [sender, starts] = next;
    const start = starts.shift();
    waiting.delete(sender);
    if (starts.length > 0) waiting.set(sender, starts);
    start?.();
  }

  return async (sender, work) => {
    if (isBusy) {
      await new Promise<void>((start) => {
        const starts = waiting.get(sender);
        if (starts === undefined) waiting.set(sender, [start]);
        else starts.push(start);
      });
    } else isBusy = true;
    try {
      return await work();
    } finally {
      grantTurn();
    }
  };
}
