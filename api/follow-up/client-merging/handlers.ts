import { listDuplicates, previewMerge } from '#contract/clients/merging.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { mergeClients } from './commands.ts';
import { listDuplicates as duplicatesOf, type MergingDeps, previewMerge as preview } from './queries.ts';

const handler = handlersFor<MergingDeps>();

/** Handlers of merging two records of one client. */
export const clientMergingHandlers = [
  handler(listDuplicates, (deps, { params }, caller) => duplicatesOf(deps, caller, params.id)),
  handler(previewMerge, (deps, { params }, caller) => preview(deps, caller, params)),
  mergeClients,
] as const;
