import { z } from 'zod';
import { stepStates } from '#rules/progress.ts';
import { fix } from './blockers.ts';

/** Steps of a record in order, derived from what it holds, and the next action. */
export function getProgress<const Steps extends readonly [string, ...string[]]>(steps: Steps) {
  const step = z.enum(steps);
  return z.object({
    steps: z.array(
      z.object({ step, state: z.enum(stepStates), outstanding: z.number().int(), reason: z.string() }),
    ),
    /** Next action and where to take it; null once every step is complete. */
    next: z.object({ step, text: z.string(), fix }).nullable(),
  });
}
