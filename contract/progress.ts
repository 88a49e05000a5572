import { z } from 'zod';
import { stepStates } from '#rules/progress.ts';
import { fix } from './blockers.ts';

/** A record's steps in order, each derived from what the record holds, and the one thing to do next. */
export function progressOf<const Steps extends readonly [string, ...string[]]>(steps: Steps) {
  const step = z.enum(steps);
  return z.object({
    steps: z.array(
      z.object({ step, state: z.enum(stepStates), outstanding: z.number().int(), reason: z.string() }),
    ),
    /** What to do next, and where; null once every step is complete. */
    next: z.object({ step, text: z.string(), fix }).nullable(),
  });
}
