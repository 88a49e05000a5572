import {
  readListChanges,
  readListTemplate,
  readListVersions,
  readScreeningLists,
  uploadOwnList,
} from '#contract/monitoring/screening-lists.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { decidePendingVersion, uploadOwn } from './commands.ts';
import {
  type ScreeningListsDeps,
  showListChanges,
  showListVersions,
  showScreeningLists,
  streamTemplate,
} from './service.ts';

const handler = handlersFor<ScreeningListsDeps>();

/** Handlers of the screening list endpoints. */
export const screeningListHandlers = [
  handler(readScreeningLists, (deps, _input, caller) => showScreeningLists(deps, caller)),
  handler(readListVersions, (deps, { params, query }, caller) =>
    showListVersions(deps, caller, params.id, query.before),
  ),
  handler(readListChanges, (deps, { params, query }, caller) =>
    showListChanges(deps, caller, params, query.after),
  ),
  handler(uploadOwnList, (deps, { upload }, caller) => uploadOwn(deps, caller, upload)),
  decidePendingVersion,
  handler(readListTemplate, () => streamTemplate()),
] as const;
