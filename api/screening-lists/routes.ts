import {
  decideHeldList,
  readListChanges,
  readListTemplate,
  readListVersions,
  readScreeningLists,
  uploadOwnList,
} from '#contract/screening-lists.ts';
import { type Binding, bind } from '../http/bind.ts';
import {
  decideHeld,
  type ScreeningListsDeps,
  showListChanges,
  showListVersions,
  showScreeningLists,
  streamTemplate,
  uploadOwn,
} from './service.ts';

/** Lists that people and bodies are screened against. */
export function screeningListsRoutes(deps: ScreeningListsDeps): Binding[] {
  return [
    bind(readScreeningLists, (_input, caller) => showScreeningLists(deps, caller)),
    bind(readListVersions, ({ params, query }, caller) =>
      showListVersions(deps, caller, params.id, query.before),
    ),
    bind(readListChanges, ({ params, query }, caller) => showListChanges(deps, caller, params, query.after)),
    bind(uploadOwnList, ({ upload }, caller) => uploadOwn(deps, caller, upload)),
    bind(decideHeldList, ({ body }, caller) => decideHeld(deps, caller, body)),
    bind(readListTemplate, () => streamTemplate()),
  ];
}
