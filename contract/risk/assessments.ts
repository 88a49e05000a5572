import { z } from 'zod';
import { blocker } from '#contract/blockers.ts';
import { storedDocument } from '#contract/documents/documents.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  instant,
  namedRecord,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  riskLevel,
  withoutTaxFileNumber,
} from '#contract/fields.ts';
import { cddLevels, riskLevels } from '#rules/clients/client-types.ts';
import { overrideReasonCodes } from '#rules/risk/override.ts';
import { resourceTypes } from '#rules/risk/question-types.ts';
import { factors } from '#rules/risk/template.ts';
import { templateContent, templateVersion } from './risk-templates.ts';

const resourceType = z.enum(resourceTypes);

export const assessmentStatus = z.enum(['draft', 'submitted', 'approved', 'returned', 'superseded', 'void']);

/** Parsed by rules/risk/answers.ts. An invalid answer is reported and not scored. */
export const answer = z.object({
  key: z.string().max(60),
  value: z.union([z.string().max(4000), z.number(), z.array(z.string().max(60)).max(60), z.null()]),
  comment: optionalText({ max: 2000, multiline: true }),
  documentIds: z.array(recordId).max(20).default([]),
  /** Confirms that an answer carried over from the current assessment is still correct. */
  confirmed: z.boolean().optional(),
});
export type AssessmentAnswer = z.output<typeof answer>;

export const answerInput = answer.extend({
  value: z.union([
    withoutTaxFileNumber(z.string().max(4000)),
    z.number(),
    z.array(z.string().max(60)).max(60),
    z.null(),
  ]),
});

/** Points are strings with one decimal, as displayed: "45.4". */
export const scoreExplanation = z.object({
  score: z.string().nullable(),
  scoreLevel: riskLevel.nullable(),
  computedLevel: riskLevel.nullable(),
  sentence: z.string(),
  prohibited: z.boolean(),
  factors: z.array(z.object({ factor: z.enum(factors), weight: z.number().int(), points: z.string() })),
  contributions: z.array(
    z.object({
      questionKey: z.string(),
      factor: z.enum(factors),
      q: z.number(),
      weight: z.number(),
      points: z.string(),
      floor: riskLevel.nullable(),
      lists: z.array(
        z.object({
          key: z.string(),
          asAt: z.string(),
          /** The answer's countries that the list names; missing in scores stored earlier. */
          countries: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
  floors: z.array(
    z.object({
      questionKey: z.string(),
      questionText: z.string(),
      optionLabel: z.string(),
      level: riskLevel,
    }),
  ),
  prohibitions: z.array(
    z.object({ questionKey: z.string(), questionText: z.string(), optionLabel: z.string() }),
  ),
  cddLevel: z.enum(cddLevels).nullable(),
  visibleKeys: z.array(z.string()),
  /** Missing required answers and evidence, and answers that are not scored. */
  missing: z.array(z.object({ questionKey: z.string(), message: z.string() })),
  problems: z.array(z.object({ questionKey: z.string(), message: z.string() })),
});
export type ScoreExplanation = z.infer<typeof scoreExplanation>;

export const assessment = z.object({
  id: recordId,
  version: z.number().int(),
  resourceType,
  resource: namedRecord,
  template: namedRecord,
  templateVersion: templateVersion.extend({ content: templateContent }),
  status: assessmentStatus,
  answers: z.array(answer),
  /** Drafts: answers taken from the records, which cannot be entered, with their source. */
  known: z.array(z.object({ key: z.string(), source: z.string() })),
  /** Drafts: questions whose carried-over answer must be confirmed or changed. */
  toConfirm: z.array(z.string()),
  /** Those of them whose draft answer equals that of the current assessment. */
  carried: z.array(z.string()),
  /** Documents used as evidence; for a draft also those available, newest first. */
  documents: z.array(storedDocument),
  explanation: scoreExplanation,
  override: z
    .object({
      level: riskLevel,
      reasonCode: z.enum(overrideReasonCodes),
      reason: z.string(),
      by: namedRecord,
      at: instant,
      expiresOn: z.string(),
      lapsed: z.boolean(),
    })
    .nullable(),
  /** Current minimum level of the record, which no override can go below; null if there is none. */
  minimumLevel: z.object({ level: riskLevel, reason: z.string() }).nullable(),
  finalLevel: riskLevel.nullable(),
  assessedBy: namedRecord,
  submittedAt: instant.nullable(),
  approvedBy: namedRecord.nullable(),
  approvedAt: instant.nullable(),
  /** Approved by its assessor because no second eligible person was available that day. */
  decidedByOne: z.boolean(),
  returnReason: z.string().nullable(),
  voidReason: z.string().nullable(),
  nextReviewDueOn: z.string().nullable(),
  supersedesId: recordId.nullable(),
  /** Actions available to the signed-in member, each with its blockers. */
  actions: z.array(
    z.object({
      action: z.enum(['save', 'submit', 'approve', 'return', 'void', 'override', 'liftOverride', 'reopen']),
      label: z.string(),
      blockers: z.array(blocker),
    }),
  ),
  earlier: z.array(
    z.object({
      id: recordId,
      status: assessmentStatus,
      score: z.string().nullable(),
      finalLevel: riskLevel.nullable(),
      at: instant,
    }),
  ),
  createdAt: instant,
  updatedAt: instant,
});
export type Assessment = z.infer<typeof assessment>;

export const assessmentSummary = z.object({
  id: recordId,
  status: assessmentStatus,
  templateName: z.string(),
  score: z.string().nullable(),
  finalLevel: riskLevel.nullable(),
  assessedBy: namedRecord,
  approvedBy: namedRecord.nullable(),
  approvedAt: instant.nullable(),
  nextReviewDueOn: z.string().nullable(),
  createdAt: instant,
  isCurrent: z.boolean(),
});
export type AssessmentSummary = z.infer<typeof assessmentSummary>;

const ofResource = z.object({ resourceType, resourceId: recordId });
const byId = z.object({ id: recordId });
const versioned = { version: recordVersion };

export const listAssessments = endpoint({
  id: 'assessments.list',
  method: 'GET',
  path: '/:resourceType/:resourceId/risk-assessments',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'List risk assessments of a client or activity, newest first',
  params: ofResource,
  query: z.object({
    before: recordId.optional(),
    limit: z.coerce.number().int().min(1).max(50).default(50),
  }),
  response: z.object({ assessments: z.array(assessmentSummary), nextBefore: recordId.nullable() }),
});

export const prepareAssessment = endpoint({
  id: 'assessments.prepare',
  method: 'GET',
  path: '/:resourceType/:resourceId/risk-assessments/new',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary:
    'Get what a new assessment starts from: published templates, the selected template, prefilled and previous answers, and country lists',
  params: ofResource,
  query: z.object({ templateId: recordId.optional() }),
  response: z.object({
    resource: namedRecord,
    templates: z.array(
      z.object({ id: recordId, name: z.string(), isDefault: z.boolean(), questions: z.number().int() }),
    ),
    chosen: z
      .object({
        templateId: recordId,
        templateVersionId: recordId,
        name: z.string(),
        content: templateContent,
      })
      .nullable(),
    /** `locked`: the answer is taken from the records and cannot be entered. */
    prefilled: z.array(
      z.object({ key: z.string(), value: answer.shape.value, source: z.string(), locked: z.boolean() }),
    ),
    carriedOver: z.array(answer),
    /** Questions whose carried-over answer must be confirmed or changed. */
    toConfirm: z.array(z.string()),
    /** Documents that can be selected as evidence, newest first. */
    documents: z.array(storedDocument),
    lists: z.object({
      callForAction: z.object({ asAt: z.string(), countries: z.array(z.string()) }),
      increasedMonitoring: z.object({ asAt: z.string(), countries: z.array(z.string()) }),
      firm: z.object({ asAt: z.string(), countries: z.array(z.string()) }),
      home: z.array(z.string()),
    }),
    /** Existing draft, offered to be continued. */
    openDraftId: recordId.nullable(),
  }),
});

export const createAssessment = endpoint({
  id: 'assessments.create',
  method: 'POST',
  path: '/:resourceType/:resourceId/risk-assessments',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 201,
  summary: 'Create an assessment as a draft or submit it',
  params: ofResource,
  body: z.object({
    templateVersionId: recordId,
    answers: z.array(answerInput).max(600),
    submit: z.boolean().default(false),
  }),
  response: assessment,
});

export const readAssessment = endpoint({
  id: 'assessments.read',
  method: 'GET',
  path: '/:resourceType/:resourceId/risk-assessments/:id',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'Get an assessment with its template version, score breakdown and available actions',
  params: ofResource.extend(byId.shape),
  response: assessment,
});

export const saveAssessment = endpoint({
  id: 'assessments.save',
  method: 'PUT',
  path: '/risk-assessments/:id',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary: 'Save the answers of a draft or returned assessment, and submit it if requested',
  params: byId,
  body: z.object({
    ...versioned,
    answers: z.array(answerInput).max(600),
    submit: z.boolean().default(false),
  }),
  response: assessment,
});

export const scoreAssessment = endpoint({
  id: 'assessments.score',
  method: 'POST',
  path: '/risk-assessments/score',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'Score answers without saving',
  body: z.object({ templateVersionId: recordId, answers: z.array(answerInput).max(600) }),
  response: scoreExplanation,
});

export const decideAssessment = endpoint({
  id: 'assessments.decide',
  method: 'POST',
  path: '/risk-assessments/:id/decisions',
  caller: 'member',
  permission: 'records.write',
  once: true,
  status: 200,
  summary:
    'Approve, return, void or override an assessment. Permissions depend on the level and the maker-checker policy',
  params: byId,
  body: z.discriminatedUnion('decision', [
    z.object({
      decision: z.literal('approve'),
      ...versioned,
      nextReviewDueOn: calendarDate.optional(),
      reviewReason: optionalText({ max: 500 }),
    }),
    z.object({
      decision: z.literal('return'),
      ...versioned,
      reason: requiredText('Enter the changes needed', { max: 1000, multiline: true }),
    }),
    z.object({
      decision: z.literal('void'),
      ...versioned,
      reason: requiredText('Enter a reason', { max: 1000, multiline: true }),
    }),
    z.object({
      decision: z.literal('override'),
      ...versioned,
      level: z.enum(riskLevels, { error: 'Select a level' }),
      reasonCode: z.enum(overrideReasonCodes, { error: 'Select a reason' }),
      reason: requiredText('Explain the reason', { max: 2000, multiline: true }),
      expiresOn: calendarDate,
    }),
    z.object({ decision: z.literal('liftOverride'), ...versioned }),
  ]),
  response: assessment,
});

export const compareAssessments = endpoint({
  id: 'assessments.compare',
  method: 'GET',
  path: '/risk-assessments/:id/comparison/:otherId',
  caller: 'member',
  permission: 'records.read',
  status: 200,
  summary: 'Compare two assessments',
  params: z.object({ id: recordId, otherId: recordId }),
  response: z.object({
    score: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
    level: z.object({ before: riskLevel.nullable(), after: riskLevel.nullable() }),
    factors: z.array(z.object({ factor: z.enum(factors), before: z.string(), after: z.string() })),
    questions: z.array(
      z.object({
        questionKey: z.string(),
        text: z.string(),
        change: z.enum(['same', 'answer', 'points', 'added', 'removed']),
        before: z.string(),
        after: z.string(),
        beforePoints: z.string(),
        afterPoints: z.string(),
      }),
    ),
  }),
});
