import { mergeClients } from './commands.ts';
import { listDuplicates, previewMerge } from './queries.ts';

/** Handlers of merging two records of one client. */
export const clientMergingHandlers = [listDuplicates, previewMerge, mergeClients] as const;
