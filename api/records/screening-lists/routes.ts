import {
  readListChanges,
  readListTemplate,
  readListVersions,
  readScreeningLists,
  uploadOwnList,
} from '#contract/monitoring/screening-lists.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { decidePendingVersion, uploadOwn } from './commands.ts';
import {
  type ScreeningListsDeps,
  showListChanges,
  showListVersions,
  showScreeningLists,
  streamTemplate,
} from './service.ts';

/** Handlers of the screening list endpoints. */
export function screeningListsRoutes(deps: ScreeningListsDeps): Binding[] {
  return [
    bind(readScreeningLists, (_input, caller) => showScreeningLists(deps, caller)),
    bind(readListVersions, ({ params, query }, caller) =>
      showListVersions(deps, caller, params.id, query.before),
    ),
    bind(readListChanges, ({ params, query }, caller) => showListChanges(deps, caller, params, query.after)),
    bind(uploadOwnList, ({ upload }, caller) => uploadOwn(deps, caller, upload)),
    decidePendingVersion.bind(deps),
    bind(readListTemplate, () => streamTemplate()),
  ];
}
