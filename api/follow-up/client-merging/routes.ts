import { listDuplicates, previewMerge } from '#contract/clients/merging.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { mergeClients } from './commands.ts';
import { listDuplicates as duplicatesOf, type MergingDeps, previewMerge as preview } from './queries.ts';

/** Handlers of merging two records of one client. */
export function clientMergingRoutes(deps: MergingDeps): Binding[] {
  return [
    bind(listDuplicates, ({ params }, caller) => duplicatesOf(deps, caller, params.id)),
    bind(previewMerge, ({ params }, caller) => preview(deps, caller, params)),
    mergeClients.bind(deps),
  ];
}
