import { listTemplates, readTemplate } from '#contract/risk/risk-templates.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { changeTemplate, createTemplate, discardDraft, publishTemplate, saveDraft } from './commands.ts';
import { listTemplatesFor, readTemplateFor, type TemplatesDeps } from './queries.ts';

/** Risk assessment templates. */
export function templatesRoutes(deps: TemplatesDeps): Binding[] {
  return [
    bind(listTemplates, ({ query }, caller) => listTemplatesFor(deps, caller, query)),
    createTemplate.bind(deps),
    bind(readTemplate, ({ params, query }, caller) =>
      readTemplateFor(deps, caller, params.id, query.versionId),
    ),
    saveDraft.bind(deps),
    discardDraft.bind(deps),
    publishTemplate.bind(deps),
    changeTemplate.bind(deps),
  ];
}
