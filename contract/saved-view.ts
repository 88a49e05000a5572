import { z } from 'zod';
import { recordId } from './fields.ts';

/** Lists that support saved views. */
export const viewScreens = ['clients', 'activities'] as const;
export type ViewScreen = (typeof viewScreens)[number];

export const savedView = z.object({
  id: recordId,
  version: z.number().int(),
  screen: z.enum(viewScreens),
  name: z.string(),
  /** Query as written by `viewQuery`: no leading question mark, empty for the whole list. */
  query: z.string(),
  shared: z.boolean(),
  isDefault: z.boolean(),
  /** Whether the caller can change and delete it. */
  mayChange: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

/** Saved views of a list visible to the caller. */
export const toListViews = z.object({
  views: z.array(savedView),
  /** Whether the caller can save shared views. */
  mayShare: z.boolean(),
});
export type SavedListViews = z.infer<typeof toListViews>;
