import { listTemplates, readTemplate } from '#contract/risk/risk-templates.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { changeTemplate, createTemplate, discardDraft, publishTemplate, saveDraft } from './commands.ts';
import { listTemplatesFor, readTemplateFor, type TemplatesDeps } from './queries.ts';

const handler = handlersFor<TemplatesDeps>();

/** Risk assessment templates. */
export const templateHandlers = [
  handler(listTemplates, (deps, { query }, caller) => listTemplatesFor(deps, caller, query)),
  createTemplate,
  handler(readTemplate, (deps, { params, query }, caller) =>
    readTemplateFor(deps, caller, params.id, query.versionId),
  ),
  saveDraft,
  discardDraft,
  publishTemplate,
  changeTemplate,
] as const;
