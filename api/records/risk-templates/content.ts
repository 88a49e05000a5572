import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { templateContent, templateProblem } from '#contract/risk/risk-templates.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { defaultThresholds } from '#rules/risk/levels.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { activitiesAus } from '#rules/risk/starter-templates/activities-aus.ts';
import { activitiesNzl } from '#rules/risk/starter-templates/activities-nzl.ts';
import { clientsAus } from '#rules/risk/starter-templates/clients-aus.ts';
import { clientsNzl } from '#rules/risk/starter-templates/clients-nzl.ts';
import type { StarterTemplate } from '#rules/risk/starter-templates/question-builders.ts';
import { defaultFactorWeights, getQuestions, type TemplateContent } from '#rules/risk/template.ts';
import { templateProblems } from '#rules/risk/template-problems.ts';

/** A version's stored content: JSON text, its hash, and the number of questions. */
export interface StoredContent {
  content: string;
  content_hash: string;
  questions: number;
}

/** Serialises content for storage; omits undefined fields, as JSON does. */
export function storedContent(content: TemplateContent): StoredContent {
  const text = JSON.stringify(content);
  return {
    content: text,
    content_hash: createHash('sha256')
      .update(canonicalJson(JSON.parse(text)))
      .digest('hex'),
    questions: getQuestions(content).length,
  };
}

/** A content as the wire has it. */
export function toTemplateContentDto(content: TemplateContent): z.output<typeof templateContent> {
  return content as z.output<typeof templateContent>;
}

/** All problems of a content, each with the action it blocks. */
export function getProblems(
  content: TemplateContent,
  resourceType: ResourceType,
): z.output<typeof templateProblem>[] {
  return templateProblems(content, resourceType).map(({ path, code, message, rejectedIn }) => ({
    path,
    code,
    message,
    refuses: rejectedIn === 'draft' ? 'draft' : 'publishing',
  }));
}

/** Initial content of an empty template: proposed weights and thresholds, no questions. */
export const emptyContent: TemplateContent = {
  factorWeights: defaultFactorWeights,
  thresholds: defaultThresholds,
  sections: [],
};

/** Templates that a company may start from. */
export const library: readonly StarterTemplate[] = [clientsNzl, clientsAus, activitiesNzl, activitiesAus];
