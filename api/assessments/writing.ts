import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  Assessment,
  createAssessment,
  ScoreExplanation,
  saveAssessment,
  scoreAssessment,
} from '#contract/assessments.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import type { Answer } from '#rules/risk/answers.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { submissionProblems } from '#rules/risk/scoring.ts';
import { questionsOf, type TemplateContent } from '#rules/risk/template.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { StoredScore } from '../database/risk-tables.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { requireEvidence } from './evidence.ts';
import { writeEvidenceIds } from './evidence-store.ts';
import { explanationOf } from './explanation.ts';
import type { AssessedResource } from './resource-store.ts';
import { scoreNow } from './score.ts';
import { type AssessmentsDeps, answerWith, lockAssessment, readResource, refusedWhole } from './service.ts';
import { insertAssessment, readUsedVersion, updateAssessment } from './store.ts';

type Trx = Transaction<Schema>;
type Resource = { resourceType: ResourceType; resourceId: string };

/** Answers as they are kept: nothing but what the contract has. */
function keptAnswers(answers: z.output<typeof saveAssessment.body>['answers']): Answer[] {
  return answers.map(({ key, value, comment, documentIds }) => ({
    key,
    value,
    ...(comment === undefined ? {} : { comment }),
    documentIds: [...new Set(documentIds)],
  }));
}

/** Answers that no draft keeps, because nothing would ever show them: to questions that are not there, or given twice. */
function refuseUnkeepable(answers: readonly Answer[], content: TemplateContent): void {
  const known = new Set(questionsOf(content).map(({ question }) => question.key));
  const seen = new Set<string>();
  const fields: Record<string, string[]> = {};
  for (const { key } of answers) {
    if (!known.has(key))
      fields[`answers.${key}`] = [`The template has no question “${key}”. Remove this answer.`];
    else if (seen.has(key))
      fields[`answers.${key}`] = ['This question is answered twice. Keep one of the answers.'];
    seen.add(key);
  }
  if (Object.keys(fields).length > 0) throw refuse('request.invalid', { fields });
}

/** Refuses what may not be submitted, each sentence beside its question. */
function refuseUnfinished(scored: StoredScore): void {
  const problems = submissionProblems(scored);
  if (problems.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const { questionKey, message } of problems) {
    const path = questionKey === undefined ? 'answers' : `answers.${questionKey}`;
    fields[path] = [...(fields[path] ?? []), message];
  }
  throw refuse('request.invalid', {
    detail: 'The assessment cannot be submitted yet. Answer what is marked, or save it as a draft.',
    fields,
  });
}

function refuseClosed({ closedReason }: AssessedResource): void {
  if (closedReason !== null) throw refusedWhole(closedReason);
}

interface Written {
  answers: Answer[];
  content: TemplateContent;
  submit: boolean;
}

/** The columns of an assessment whose answers are being written; frozen with their score when they are submitted. */
async function writtenColumns(
  trx: Trx,
  deps: AssessmentsDeps,
  { company, member }: MemberCaller,
  { answers, content, submit }: Written,
) {
  const now = deps.now();
  const common = {
    answers: JSON.stringify(answers),
    assessed_by: member.id,
    updated_at: now.toISOString(),
    updated_by: member.id,
  };
  if (!submit) {
    const nothing = { scored: null, score_tenths: null, computed_level: null, final_level: null };
    return { ...common, ...nothing, status: 'draft' as const, prohibited: false, submitted_at: null };
  }
  const scored = await scoreNow(trx, company, now, { content, answers });
  refuseUnfinished(scored);
  return {
    ...common,
    status: 'submitted' as const,
    scored: JSON.stringify(scored),
    score_tenths: scored.scoreTenths ?? null,
    computed_level: scored.computedLevel ?? null,
    final_level: scored.computedLevel ?? null,
    prohibited: scored.prohibited,
    submitted_at: now.toISOString(),
    return_reason: null,
  };
}

function writtenDetail(assessment: Assessment) {
  const { resourceType, resource, templateVersion, explanation, answers } = assessment;
  return {
    resourceType,
    resourceId: resource.id,
    templateVersionId: templateVersion.id,
    answered: answers.length,
    ...(assessment.status === 'submitted'
      ? { score: explanation.score, level: explanation.computedLevel, prohibited: explanation.prohibited }
      : {}),
  };
}

/** POST /:resourceType/:resourceId/risk-assessments: a draft, or submitted at once. */
export function createAssessmentOf(
  deps: AssessmentsDeps,
  caller: MemberCaller,
  target: Resource,
  form: z.output<typeof createAssessment.body>,
): Promise<Assessment> {
  const { company, member } = caller;
  const record = `${target.resourceType} ${target.resourceId}`;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record, body: form, status: 201 }, async () => {
      const resource = await readResource(trx, target);
      refuseClosed(resource);
      const version = await readUsedVersion(trx, form.templateVersionId);
      if (version?.resource_type !== target.resourceType || version.status === 'draft') {
        throw refuse('request.invalid', {
          fields: { templateVersionId: ['Choose one of the published templates'] },
        });
      }
      if (version.status === 'retired' || version.archived_at !== null) {
        const message =
          'This version of the template was replaced or archived in the meantime. Load the page again: your answers to questions that are still there are kept.';
        throw refuse('request.invalid', { detail: message, fields: { templateVersionId: [message] } });
      }
      const answers = keptAnswers(form.answers);
      refuseUnkeepable(answers, version.content);
      const documentIds = await requireEvidence(trx, target, answers);
      const columns = await writtenColumns(trx, deps, caller, { ...form, answers, content: version.content });
      const now = deps.now();
      const id = uuidv7({ msecs: now.getTime() });
      await insertAssessment(trx, {
        return_reason: null,
        ...columns,
        company_id: company.id,
        id,
        resource_type: target.resourceType,
        resource_id: target.resourceId,
        template_id: version.template_id,
        template_version_id: version.id,
        override_by: null,
        approved_by: null,
        approved_at: null,
        void_reason: null,
        review_reason: null,
        next_review_due_on: null,
        supersedes_id: null,
        created_at: now.toISOString(),
        created_by: member.id,
      });
      await writeEvidenceIds(trx, { companyId: company.id, assessmentId: id }, documentIds);
      const assessment = await answerWith(trx, deps, caller, id);
      await recordMemberEvent(trx, deps, caller, {
        action: form.submit ? 'riskAssessment.submitted' : 'riskAssessment.created',
        resourceType: 'riskAssessment',
        resourceId: id,
        detail: writtenDetail(assessment),
      });
      return assessment;
    }),
  );
}

/** PUT /risk-assessments/:id: a draft's answers; a returned assessment is taken up again by saving it. */
export function saveAssessmentOf(
  deps: AssessmentsDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof saveAssessment.body>,
): Promise<Assessment> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const row = await lockAssessment(trx, deps, caller, { id, version: form.version });
      if (row.status !== 'draft') {
        const move = mayMove(assessmentLifecycle, row.status, 'draft');
        if (!move.allowed) throw refusedWhole(move.reason);
      }
      const target = { resourceType: row.resource_type, resourceId: row.resource_id };
      refuseClosed(await readResource(trx, target));
      const version = await readUsedVersion(trx, row.template_version_id);
      if (version === null) throw new Error('The version of the template that an assessment used is gone.');
      const answers = keptAnswers(form.answers);
      refuseUnkeepable(answers, version.content);
      const documentIds = await requireEvidence(trx, target, answers);
      await updateAssessment(
        trx,
        row,
        await writtenColumns(trx, deps, caller, { ...form, answers, content: version.content }),
      );
      const evidence = { companyId: caller.company.id, assessmentId: id };
      await writeEvidenceIds(trx, evidence, documentIds);
      const assessment = await answerWith(trx, deps, caller, id);
      await recordMemberEvent(trx, deps, caller, {
        action: form.submit ? 'riskAssessment.submitted' : 'riskAssessment.saved',
        resourceType: 'riskAssessment',
        resourceId: id,
        detail: { ...writtenDetail(assessment), before: row.status },
      });
      return assessment;
    }),
  );
}

/** POST /risk-assessments/score: what answers would score; nothing is kept. Any version will do, a draft as well. */
export function scoreAnswersOf(
  deps: AssessmentsDeps,
  { company }: MemberCaller,
  form: z.output<typeof scoreAssessment.body>,
): Promise<ScoreExplanation> {
  return asTenant(deps.db, company.id, async (trx) => {
    const version = await readUsedVersion(trx, form.templateVersionId);
    if (version === null) {
      throw refuse('request.invalid', { fields: { templateVersionId: ['Choose one of the templates'] } });
    }
    const { content } = version;
    const answers = keptAnswers(form.answers);
    return explanationOf(await scoreNow(trx, company, deps.now(), { content, answers }));
  });
}
