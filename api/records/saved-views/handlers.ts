import { createView, removeView, updateView } from './commands.ts';
import { listViews } from './queries.ts';

/** Handlers of the saved view endpoints. */
export const savedViewHandlers = [listViews, createView, updateView, removeView] as const;
