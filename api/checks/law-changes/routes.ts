import { exportLawChange, listLawChanges, readLawChange } from '#contract/cdd/law-changes.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { signOffLawChange } from './commands.ts';
import { exportLawChange as exportClients } from './export.ts';
import { previewList, previewProfile } from './previews.ts';
import { type LawChangesDeps, showLawChange, showLawChanges } from './queries.ts';

/** Changes of the CDD rules and the clients they affect. */
export function lawChangesRoutes(deps: LawChangesDeps): Binding[] {
  return [
    bind(listLawChanges, (_input, caller) => showLawChanges(deps, caller)),
    bind(readLawChange, ({ params, query }, caller) =>
      showLawChange(deps, caller, { id: params.id, cursor: query.cursor }),
    ),
    bind(exportLawChange, ({ params }, caller) => exportClients(deps, caller, params.id)),
    signOffLawChange.bind(deps),
    previewList.bind(deps),
    previewProfile.bind(deps),
  ];
}
