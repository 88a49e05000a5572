import { z } from 'zod';
import { recordId } from './fields.ts';

/** Lists whose filters and order can be kept under a name. */
export const viewScreens = ['clients', 'activities'] as const;
export type ViewScreen = (typeof viewScreens)[number];

export const savedView = z.object({
  id: recordId,
  version: z.number().int(),
  screen: z.enum(viewScreens),
  name: z.string(),
  /** As `viewQuery` writes it: begins without a question mark, empty for the whole list. */
  query: z.string(),
  shared: z.boolean(),
  isDefault: z.boolean(),
  /** Whether whoever asks may change and delete it. */
  mayChange: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

/** The views of a list for whoever asks. */
export const viewsOfList = z.object({
  views: z.array(savedView),
  /** Whether whoever asks may keep views for everybody. */
  mayShare: z.boolean(),
});
export type ViewsOfList = z.infer<typeof viewsOfList>;
