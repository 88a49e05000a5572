import { z } from 'zod';
import { type FixTarget, fixTargetLabels } from '#rules/alerts/resolution-targets.ts';

/** Where a requirement is resolved; the app turns it into a URL. */
export const fix = z.object({
  target: z.enum(Object.keys(fixTargetLabels) as [FixTarget, ...FixTarget[]]),
  id: z.string().optional(),
  of: z.string().optional(),
});

/** Blocker as in rules/alerts/resolution-targets.ts; the same text on the page and in a 422. */
export const blocker = z.object({
  code: z.string(),
  text: z.string(),
  /** Law, or the company's own rule, that requires it. */
  provision: z.string(),
  fix,
});

/** Transition that the record's state allows; rejected until its blockers are resolved. */
export const move = z.object({ to: z.string(), label: z.string(), blockers: z.array(blocker) });
