import {
  changeTemplate,
  createTemplate,
  discardTemplateDraft,
  listTemplates,
  publishTemplate,
  readTemplate,
  readTemplateImpact,
  saveTemplateDraft,
} from '#contract/risk-templates.ts';
import { type Binding, bind } from '../http/bind.ts';
import { createTemplateOf, discardDraftOf, saveDraftOf } from './drafts.ts';
import type { TemplatesDeps } from './locking.ts';
import { changeTemplateOf, publishTemplateOf } from './publishing.ts';
import { listTemplatesOf, readImpactOf, readTemplateOf } from './reading.ts';

/** Risk assessment templates. */
export function templatesRoutes(deps: TemplatesDeps): Binding[] {
  return [
    bind(listTemplates, ({ query }, caller) => listTemplatesOf(deps, caller, query)),
    bind(createTemplate, ({ body }, caller) => createTemplateOf(deps, caller, body)),
    bind(readTemplate, ({ params, query }, caller) =>
      readTemplateOf(deps, caller, params.id, query.versionId),
    ),
    bind(saveTemplateDraft, ({ params, body }, caller) => saveDraftOf(deps, caller, params.id, body)),
    bind(discardTemplateDraft, ({ params, body }, caller) => discardDraftOf(deps, caller, params.id, body)),
    bind(readTemplateImpact, ({ params }, caller) => readImpactOf(deps, caller, params.id)),
    bind(publishTemplate, ({ params, body }, caller) => publishTemplateOf(deps, caller, params.id, body)),
    bind(changeTemplate, ({ params, body }, caller) => changeTemplateOf(deps, caller, params.id, body)),
  ];
}
