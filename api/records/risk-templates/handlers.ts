import { changeTemplate, createTemplate, discardDraft, publishTemplate, saveDraft } from './commands.ts';
import { listTemplates, readTemplate } from './queries.ts';

/** Risk assessment templates. */
export const templateHandlers = [
  listTemplates,
  createTemplate,
  readTemplate,
  saveDraft,
  discardDraft,
  publishTemplate,
  changeTemplate,
] as const;
