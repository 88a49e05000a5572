import { z } from 'zod';
import { cddLevels, riskLevels } from '#rules/client-types.ts';
import { overrideReasonCodes } from '#rules/risk/override.ts';
import { resourceTypes } from '#rules/risk/question-types.ts';
import { factors } from '#rules/risk/template.ts';
import { storedDocument } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, optionalText, recordId, recordVersion, requiredText } from './fields.ts';
import { blocker } from './guidance.ts';
import { templateContent, templateVersion } from './risk-templates.ts';

const riskLevel = z.enum(riskLevels);
const person = z.object({ id: recordId, name: z.string() });
const resourceType = z.enum(resourceTypes);

export const assessmentStatus = z.enum(['draft', 'submitted', 'approved', 'returned', 'superseded', 'void']);

/** As rules/risk/answers.ts reads it; whatever does not fit its question is said beside it, and never counts. */
export const answer = z.object({
  key: z.string().max(60),
  value: z.union([z.string().max(4000), z.number(), z.array(z.string().max(60)).max(60), z.null()]),
  comment: optionalText({ max: 2000, multiline: true }),
  documentIds: z.array(recordId).max(20).default([]),
});
export type AssessmentAnswer = z.output<typeof answer>;

/** Points are texts with one decimal, as they are shown: "45.4". */
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
      lists: z.array(z.object({ key: z.string(), asAt: z.string() })),
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
  /** Required answers and evidence that are not there yet, and answers that do not count. */
  missing: z.array(z.object({ questionKey: z.string(), message: z.string() })),
  problems: z.array(z.object({ questionKey: z.string(), message: z.string() })),
});
export type ScoreExplanation = z.infer<typeof scoreExplanation>;

export const assessment = z.object({
  id: recordId,
  version: z.number().int(),
  resourceType,
  resource: z.object({ id: recordId, name: z.string() }),
  template: z.object({ id: recordId, name: z.string() }),
  templateVersion: templateVersion.extend({ content: templateContent }),
  status: assessmentStatus,
  answers: z.array(answer),
  /** What the answers show as evidence; of one that is being written also what may be chosen, newest first. */
  documents: z.array(storedDocument),
  explanation: scoreExplanation,
  override: z
    .object({
      level: riskLevel,
      reasonCode: z.enum(overrideReasonCodes),
      reason: z.string(),
      by: person,
      at: instant,
      expiresOn: z.string(),
      lapsed: z.boolean(),
    })
    .nullable(),
  finalLevel: riskLevel.nullable(),
  assessedBy: person,
  submittedAt: instant.nullable(),
  approvedBy: person.nullable(),
  approvedAt: instant.nullable(),
  returnReason: z.string().nullable(),
  voidReason: z.string().nullable(),
  nextReviewDueOn: z.string().nullable(),
  supersedesId: recordId.nullable(),
  /** What the signed-in member may do now, each with what stops it. */
  moves: z.array(
    z.object({
      act: z.enum(['save', 'submit', 'approve', 'return', 'void', 'override', 'reopen']),
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
  assessedBy: person,
  approvedBy: person.nullable(),
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
  act: 'records.read',
  status: 200,
  summary: 'Risk assessments of a client or an activity, newest first',
  params: ofResource,
  query: z.object({
    before: recordId.optional(),
    limit: z.coerce.number().int().min(1).max(50).default(50),
  }),
  answer: z.object({ assessments: z.array(assessmentSummary), nextBefore: recordId.nullable() }),
});

export const prepareAssessment = endpoint({
  id: 'assessments.prepare',
  method: 'GET',
  path: '/:resourceType/:resourceId/risk-assessments/new',
  caller: 'member',
  act: 'records.read',
  status: 200,
  summary:
    'What a new assessment starts from: the published templates, one of them whole, prefilled and earlier answers, the country lists',
  params: ofResource,
  query: z.object({ templateId: recordId.optional() }),
  answer: z.object({
    resource: z.object({ id: recordId, name: z.string() }),
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
    prefilled: z.array(z.object({ key: z.string(), value: answer.shape.value, source: z.string() })),
    carriedOver: z.array(answer),
    /** What may be chosen as evidence, newest first. */
    documents: z.array(storedDocument),
    lists: z.object({
      callForAction: z.object({ asAt: z.string(), countries: z.array(z.string()) }),
      increasedMonitoring: z.object({ asAt: z.string(), countries: z.array(z.string()) }),
      firm: z.object({ asAt: z.string(), countries: z.array(z.string()) }),
      home: z.array(z.string()),
    }),
    /** A draft that is there already, which the person most likely wants to go on with. */
    openDraftId: recordId.nullable(),
  }),
});

export const createAssessment = endpoint({
  id: 'assessments.create',
  method: 'POST',
  path: '/:resourceType/:resourceId/risk-assessments',
  caller: 'member',
  act: 'records.write',
  once: true,
  status: 201,
  summary: 'A new assessment, as a draft or submitted at once',
  params: ofResource,
  body: z.object({
    templateVersionId: recordId,
    answers: z.array(answer).max(600),
    submit: z.boolean().default(false),
  }),
  answer: assessment,
});

export const readAssessment = endpoint({
  id: 'assessments.read',
  method: 'GET',
  path: '/:resourceType/:resourceId/risk-assessments/:id',
  caller: 'member',
  act: 'records.read',
  status: 200,
  summary:
    'One assessment with its template’s text as used, its score to the last point, and what may be done with it',
  params: ofResource.extend(byId.shape),
  answer: assessment,
});

export const saveAssessment = endpoint({
  id: 'assessments.save',
  method: 'PUT',
  path: '/risk-assessments/:id',
  caller: 'member',
  act: 'records.write',
  once: true,
  status: 200,
  summary: 'Save the answers of a draft or a returned assessment, and submit it if asked',
  params: byId,
  body: z.object({ ...versioned, answers: z.array(answer).max(600), submit: z.boolean().default(false) }),
  answer: assessment,
});

export const scoreAssessment = endpoint({
  id: 'assessments.score',
  method: 'POST',
  path: '/risk-assessments/score',
  caller: 'member',
  act: 'records.read',
  status: 200,
  summary: 'What answers would score, without keeping anything',
  body: z.object({ templateVersionId: recordId, answers: z.array(answer).max(600) }),
  answer: scoreExplanation,
});

export const decideAssessment = endpoint({
  id: 'assessments.decide',
  method: 'POST',
  path: '/risk-assessments/:id/decisions',
  caller: 'member',
  act: 'records.write',
  once: true,
  status: 200,
  summary:
    'Approve, return with a reason, void with a reason, or override with a reason and an end; rights by level and by four eyes',
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
      reason: requiredText('Say what has to be changed', { max: 1000, multiline: true }),
    }),
    z.object({
      decision: z.literal('void'),
      ...versioned,
      reason: requiredText('Say why it is void', { max: 1000, multiline: true }),
    }),
    z.object({
      decision: z.literal('override'),
      ...versioned,
      level: z.enum(riskLevels, { error: 'Choose a level' }),
      reasonCode: z.enum(overrideReasonCodes, { error: 'Choose a reason' }),
      reason: requiredText('Explain the reason', { max: 2000, multiline: true }),
      expiresOn: calendarDate,
    }),
    z.object({ decision: z.literal('liftOverride'), ...versioned }),
  ]),
  answer: assessment,
});

export const compareAssessments = endpoint({
  id: 'assessments.compare',
  method: 'GET',
  path: '/risk-assessments/:id/compared-with/:otherId',
  caller: 'member',
  act: 'records.read',
  status: 200,
  summary: 'Two assessments of one record, question by question',
  params: z.object({ id: recordId, otherId: recordId }),
  answer: z.object({
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
