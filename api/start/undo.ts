import type { Logger } from '../kernel/log.ts';

/** Cleanup steps, run in reverse order; a failing step does not prevent the others. */
export function createUndo() {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (step: () => Promise<unknown>) => void steps.push(step),
    async run(log: Logger) {
      for (const step of steps.splice(0).reverse()) {
        await step().catch((error: unknown) => log.error({ error }, 'did not close in order'));
      }
    },
  };
}

export type Undo = ReturnType<typeof createUndo>;
