import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  instant,
  namedRecord,
  recordId,
  recordVersion,
  requiredText,
  riskLevel,
  versionOnly,
} from '#contract/fields.ts';
import { cddLevels, riskLevels } from '#rules/clients/client-types.ts';
import type { Condition } from '#rules/risk/conditions.ts';
import { type PrefillKey, prefillSources } from '#rules/risk/prefill-sources.ts';
import { questionTypes, resourceTypes } from '#rules/risk/question-types.ts';
import { factors, templateLimits } from '#rules/risk/template.ts';

export const resourceType = z.enum(resourceTypes);
const key = z.string().max(60);
const whole = z.number().int();

/** JSON of rules/risk/conditions.ts; validated by rules/risk/condition-problems.ts. */
export const condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.object({ op: z.enum(['all', 'any']), of: z.array(condition).max(templateLimits.conditionLeaves) }),
    z.object({ op: z.literal('not'), of: condition }),
    z.object({ op: z.literal('answered'), question: key }),
    z.object({ op: z.literal('equals'), question: key, value: z.union([z.string().max(200), z.number()]) }),
    z.object({
      op: z.enum(['isOneOf', 'hasAnyOf']),
      question: key,
      values: z.array(z.string().max(60)).max(templateLimits.conditionValues),
    }),
    z.object({
      op: z.literal('onList'),
      question: key,
      lists: z.array(z.enum(['callForAction', 'increasedMonitoring', 'firm'])).max(3),
    }),
    z.object({ op: z.enum(['atLeast', 'atMost']), question: key, value: z.number() }),
    z.object({ op: z.enum(['before', 'onOrAfter']), question: key, date: z.string().max(10) }),
  ]),
) as z.ZodType<Condition>;

/** Returns true if `of` is nested too deep. Iterates level by level, so that deep input cannot overflow the stack. */
function nestsTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 1; depth <= templateLimits.conditionDepth; depth += 1) {
    level = level.flatMap((part) => (isRecord(part) && part.of !== undefined ? [part.of].flat() : []));
    if (level.length === 0) return false;
    // Wider than any valid condition; the limits on each list reject it.
    if (level.length > templateLimits.conditionLeaves ** 2) return true;
  }
  return true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Condition; one nested too deep is rejected without parsing it. */
const boundedCondition = z
  .unknown()
  .superRefine((value, context) => {
    if (!nestsTooDeep(value)) return;
    context.addIssue({
      code: 'custom',
      message: `This condition nests too deep. Use at most ${templateLimits.conditionDepth} levels, or split the question`,
    });
  })
  .pipe(condition);

const option = z.object({
  key,
  label: z.string().max(400),
  score: z.number().nullable(),
  floor: riskLevel.nullish(),
  cddLevel: z.enum(cddLevels).nullish(),
  prohibit: z.boolean().optional(),
});

const question = z.object({
  key,
  factor: z.enum(factors),
  text: z.string().max(1000),
  help: z.string().max(6000).nullish(),
  type: z.enum(questionTypes),
  required: z.boolean(),
  weight: z.number(),
  multiAggregate: z.enum(['max', 'sum']),
  multiple: z.boolean().optional(),
  options: z.array(option).max(200),
  bands: z
    .array(z.object({ upTo: z.number().nullable(), score: z.number() }))
    .max(100)
    .nullish(),
  evidenceRequired: z.boolean(),
  showWhen: boundedCondition.nullish(),
  prefill: z.enum(Object.keys(prefillSources) as [PrefillKey, ...PrefillKey[]]).nullish(),
});

/**
 * Questions and scoring of a version. Shape only: problems of a template are reported by rules/risk/template-problems.ts,
 * for drafts and for publishing.
 */
export const templateContent = z.object({
  factorWeights: z.record(z.enum(factors), z.number()),
  thresholds: z.object({ medium: z.number(), high: z.number() }),
  reviewMonths: z.partialRecord(riskLevel, z.number()).nullish(),
  sections: z
    .array(
      z.object({
        key,
        title: z.string().max(400),
        help: z.string().max(6000).nullish(),
        questions: z.array(question).max(600),
      }),
    )
    .max(100),
});

/** `path` is a form field's name: `sections[0].questions[2].weight`. */
export const templateProblem = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  refuses: z.enum(['draft', 'publishing']),
});

export const templateVersion = z.object({
  id: recordId,
  number: whole,
  status: z.enum(['draft', 'published', 'retired']),
  changeNote: z.string().nullable(),
  publishedAt: instant.nullable(),
  publishedBy: namedRecord.nullable(),
  contentHash: z.string(),
  questions: whole,
});

export const templateSummary = z.object({
  id: recordId,
  name: z.string(),
  resourceType,
  isDefault: z.boolean(),
  archivedAt: instant.nullable(),
  version: whole,
  published: templateVersion.nullable(),
  draft: templateVersion.nullable(),
  /** Number of assessments with any of its versions. */
  uses: whole,
});
export type TemplateSummary = z.infer<typeof templateSummary>;

export const template = templateSummary.extend({
  versions: z.array(templateVersion),
  /** Problems of the requested version. */
  shown: templateVersion.extend({ content: templateContent }),
  problems: z.array(templateProblem),
});
export type Template = z.infer<typeof template>;

const byId = z.object({ id: recordId });

export const listTemplates = endpoint({
  id: 'templates.list',
  method: 'GET',
  path: '/risk-templates',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'List the company’s risk assessment templates and the template library',
  query: z.object({
    resourceType: resourceType.optional(),
    /** `true` or `false` in a URL. */
    archived: z.union([z.boolean(), z.stringbool()]).default(false),
  }),
  response: z.object({
    templates: z.array(templateSummary),
    library: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        description: z.string(),
        resourceType,
        country: z.enum(['AUS', 'NZL']),
        questions: whole,
      }),
    ),
  }),
});

export const createTemplate = endpoint({
  id: 'templates.create',
  method: 'POST',
  path: '/risk-templates',
  caller: 'member',
  permission: 'templates.write',
  once: true,
  status: 201,
  summary: 'Create a template with a draft: empty, from the library, or a copy',
  body: z.object({
    name: requiredText('Enter a name for the template', { max: 120 }),
    resourceType,
    from: z.discriminatedUnion('source', [
      z.object({ source: z.literal('empty') }),
      z.object({ source: z.literal('library'), key: z.string().max(60) }),
      z.object({ source: z.literal('template'), id: recordId }),
    ]),
  }),
  response: template,
});

export const readTemplate = endpoint({
  id: 'templates.read',
  method: 'GET',
  path: '/risk-templates/:id',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary:
    'Show a template with one version in full: the draft if there is one, else the published one, or the one requested',
  params: byId,
  query: z.object({ versionId: recordId.optional() }),
  response: template,
});

export const saveTemplateDraft = endpoint({
  id: 'templates.saveDraft',
  method: 'PUT',
  path: '/risk-templates/:id/draft',
  caller: 'member',
  permission: 'templates.write',
  once: true,
  status: 200,
  summary:
    'Save the draft, or create it from the published version. A stale version is rejected, with the saved one',
  params: byId,
  body: z.object({
    version: recordVersion,
    name: requiredText('Enter a name for the template', { max: 120 }),
    content: templateContent,
  }),
  response: template,
});

export const discardTemplateDraft = endpoint({
  id: 'templates.discardDraft',
  method: 'POST',
  path: '/risk-templates/:id/draft/discard',
  caller: 'member',
  permission: 'templates.write',
  once: true,
  status: 200,
  summary: 'Discard the draft. A template that was never published is archived',
  params: byId,
  body: versionOnly,
  response: templateSummary,
});

export const readTemplateImpact = endpoint({
  id: 'templates.impact',
  method: 'GET',
  path: '/risk-templates/:id/impact',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'Preview the impact of publishing the draft on all current assessments of this template',
  params: byId,
  response: z.object({
    /** Identifies the previewed draft; required for publishing. */
    contentHash: z.string(),
    assessed: whole,
    matrix: z.record(riskLevel, z.record(z.enum([...riskLevels, 'none']), whole)),
    /** At most 200, largest increase first. */
    changes: z.array(
      z.object({
        assessmentId: recordId,
        resourceId: recordId,
        name: z.string(),
        from: riskLevel,
        to: z.enum([...riskLevels, 'none']),
        fromScore: z.string(),
        toScore: z.string().nullable(),
        overrideLapses: z.boolean(),
      }),
    ),
    changesTotal: whole,
    needsNew: z.array(
      z.object({
        assessmentId: recordId,
        resourceId: recordId,
        name: z.string(),
        unanswered: z.array(z.string()),
      }),
    ),
    needsNewTotal: whole,
    prohibitedTotal: whole,
    /** Changes from the published version to the draft, as text. */
    differences: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  }),
});

export const publishTemplate = endpoint({
  id: 'templates.publish',
  method: 'POST',
  path: '/risk-templates/:id/publish',
  caller: 'member',
  permission: 'templates.write',
  once: true,
  status: 200,
  summary: 'Publish the draft and retire the former version',
  params: byId,
  body: z.object({
    version: recordVersion,
    changeNote: requiredText('Enter a change note', { max: 1000, multiline: true }),
    /** From the impact preview. Rejected if the draft has changed since. */
    seenContentHash: z.string({ error: 'Preview the impact first' }).max(100),
    makeDefault: z.boolean().default(false),
  }),
  response: template,
});

export const changeTemplate = endpoint({
  id: 'templates.change',
  method: 'POST',
  path: '/risk-templates/:id/changes',
  caller: 'member',
  permission: 'templates.write',
  once: true,
  status: 200,
  summary: 'Set as default of its resource type, archive or restore a template',
  params: byId,
  body: z.object({ version: recordVersion, change: z.enum(['makeDefault', 'archive', 'restore']) }),
  response: templateSummary,
});
