import { exportLawChange, listLawChanges, readLawChange } from '#contract/cdd/law-changes.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { signOffLawChange } from './commands.ts';
import { exportLawChange as exportClients } from './export.ts';
import { previewList, previewProfile } from './previews.ts';
import { type LawChangesDeps, showLawChange, showLawChanges } from './queries.ts';

const handler = handlersFor<LawChangesDeps>();

/** Changes of the CDD rules and the clients they affect. */
export const lawChangeHandlers = [
  handler(listLawChanges, (deps, _input, caller) => showLawChanges(deps, caller)),
  handler(readLawChange, (deps, { params, query }, caller) =>
    showLawChange(deps, caller, { id: params.id, cursor: query.cursor }),
  ),
  handler(exportLawChange, (deps, { params }, caller) => exportClients(deps, caller, params.id)),
  signOffLawChange,
  previewList,
  previewProfile,
] as const;
