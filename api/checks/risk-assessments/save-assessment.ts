import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  type Assessment,
  createAssessment as createEndpoint,
  saveAssessment as saveEndpoint,
  scoreAssessment as scoreEndpoint,
} from '#contract/risk/assessments.ts';
import type { DecisionFacts } from '#rules/decisions/decision-facts.ts';
import { describeOutdated } from '#rules/decisions/describe-outdated.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';
import type { Answer } from '#rules/risk/answers.ts';
import { confirmationProblems } from '#rules/risk/confirmation.ts';
import { withKnownAnswers } from '#rules/risk/prefill.ts';
import { prefillSource } from '#rules/risk/prefill-sources.ts';
import { submissionProblems } from '#rules/risk/scoring.ts';
import { getQuestions, type TemplateContent } from '#rules/risk/template.ts';
import type { AnswerProblem } from '#rules/risk/visibility.ts';
import { questionTexts, submissionBlockers } from '#rules/transition-guards/assessment.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { requireEvidence } from './evidence.ts';
import { writeEvidenceIds } from './evidence-store.ts';
import { getExplanation } from './explanation.ts';
import { toReliedFacts } from './relied-facts.ts';
import type { AssessedResource } from './resource-store.ts';
import { scoreNow } from './score.ts';
import {
  type AssessmentsDeps,
  readRecord,
  readResource,
  reloadRecord,
  staleMessage,
  throwFormError,
} from './service.ts';
import {
  type AssessmentRow,
  insertAssessment,
  readAssessmentRow,
  readCurrentRow,
  readUsedVersion,
  updateAssessment,
} from './store.ts';

/** Answers to store: the entered ones, with derived values in place of answers that follow the records. */
function followingRecords(
  answers: readonly Answer[],
  content: TemplateContent,
  { facts }: AssessedResource,
): Answer[] {
  const questions = getQuestions(content).map(({ question }) => question);
  return withKnownAnswers(answers, questions, facts);
}

/** Answers as stored: the contract's fields only. */
function savedAnswers(answers: z.output<typeof saveEndpoint.body>['answers']): Answer[] {
  return answers.map(({ key, value, comment, documentIds, confirmed }) => ({
    key,
    value,
    ...(comment === undefined ? {} : { comment }),
    documentIds: [...new Set(documentIds)],
    ...(confirmed ? { confirmed } : {}),
  }));
}

/** Rejects answers that could never be displayed: to unknown questions, or duplicates. */
function assertStorableText(answers: readonly Answer[], content: TemplateContent): void {
  const known = new Set(getQuestions(content).map(({ question }) => question.key));
  const seen = new Set<string>();
  const fields: Record<string, string[]> = {};
  for (const { key } of answers) {
    if (!known.has(key))
      fields[`answers.${key}`] = [`The template has no question “${key}”. Remove this answer.`];
    else if (seen.has(key))
      fields[`answers.${key}`] = ['This question is answered twice. Remove one of the answers.'];
    seen.add(key);
  }
  if (Object.keys(fields).length > 0) throw apiError('request.invalid', { fields });
}

/** Rejects assessments that cannot be submitted, with messages by question. */
function rejectUnfinished(content: TemplateContent, problems: readonly AnswerProblem[]): void {
  if (problems.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const { questionKey, message } of problems) {
    const path = questionKey === undefined ? 'answers' : `answers.${questionKey}`;
    fields[path] = [...(fields[path] ?? []), message];
  }
  throw apiError('request.invalid', {
    detail: 'Answer the marked questions before submitting, or save a draft.',
    fields,
    blockers: submissionBlockers(problems, questionTexts(content)),
  });
}

function rejectClosed({ closedReason }: AssessedResource): void {
  if (closedReason !== null) throw throwFormError(closedReason);
}

interface Written {
  answers: Answer[];
  content: TemplateContent;
  submit: boolean;
  target: Parameters<typeof readResource>[1];
  resource: AssessedResource;
}

const storedJson = (facts: DecisionFacts | null) => (facts === null ? null : JSON.stringify(facts));

/** Rejects answers of a draft that were saved before the record changed: they are reviewed first, and saved. Derived answers follow by themselves. */
function rejectOutdated(row: AssessmentRow, resource: AssessedResource): void {
  const changed = resource.outdatedBy(row.relied_on);
  if (changed === null) return;
  const entered = changed.filter((fact) => !prefillSource(fact)?.isDerived);
  if (entered.length === 0 && changed.length > 0) return;
  throw throwFormError(
    `The record changed after these answers were saved. ${describeOutdated(entered)} Check the answers, save the draft, then submit it.`,
  );
}

/** Columns of a draft; frozen with its score at submission. */
async function writtenColumns(
  trx: Trx,
  now: Date,
  { company, member }: MemberCaller,
  { answers, content, target, resource, submit }: Written,
) {
  const common = {
    answers: JSON.stringify(answers),
    relied_on: storedJson(toReliedFacts(resource, content)),
    assessed_by: member.id,
    updated_at: now.toISOString(),
    updated_by: member.id,
  };
  if (!submit) {
    const nothing = { scored: null, score_tenths: null, computed_level: null, final_level: null };
    return { ...common, ...nothing, status: 'draft' as const, prohibited: false, submitted_at: null };
  }
  const scored = await scoreNow(trx, company, now, { content, answers, floors: resource.floors });
  const current = await readCurrentRow(trx, target.resourceType, target.resourceId);
  const questions = getQuestions(content).map(({ question }) => question);
  rejectUnfinished(content, [
    ...submissionProblems(scored),
    ...confirmationProblems(answers, current?.answers ?? [], questions, resource.facts),
  ]);
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

type WrittenAssessment = Pick<Assessment, 'resourceType' | 'resource' | 'status'> & {
  answers: readonly unknown[];
  templateVersion: { id: string };
  explanation: Pick<Assessment['explanation'], 'score' | 'computedLevel' | 'prohibited'>;
};

function writtenDetail(assessment: WrittenAssessment) {
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

const command = commandsFor<AssessmentsDeps>();
const query = queriesFor<AssessmentsDeps>();

/** POST /:resourceType/:resourceId/risk-assessments: a draft, or submitted at once. */
export const createAssessment = command(createEndpoint, {
  async change({ trx, time, at, caller, params: target, body: form }) {
    const { company, member } = caller;
    const resource = await readResource(trx, target);
    rejectClosed(resource);
    const version = await readUsedVersion(trx, form.templateVersionId);
    if (version?.resource_type !== target.resourceType || version.status === 'draft') {
      throw invalid('Select a published template', 'templateVersionId');
    }
    if (version.status === 'retired' || version.archived_at !== null) {
      throw invalid(
        'This template version has been replaced or archived. Reload the page. Your answers to questions that still exist carry over.',
        'templateVersionId',
      );
    }
    const entered = savedAnswers(form.answers);
    assertStorableText(entered, version.content);
    const answers = followingRecords(entered, version.content, resource);
    const documentIds = await requireEvidence(trx, target, answers);
    const columns = await writtenColumns(trx, time(), caller, {
      ...form,
      answers,
      content: version.content,
      target,
      resource,
    });
    const id = uuidv7({ msecs: time().getTime() });
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
      created_at: at,
      created_by: member.id,
    });
    await writeEvidenceIds(trx, { companyId: company.id, assessmentId: id }, documentIds);
    return id;
  },
  read: ({ trx, time, caller }, _, id) => reloadRecord(trx, { now: time }, caller, id),
  again: ({ trx, time, caller }, { id }) => readRecord(trx, { now: time }, caller, id),
  events: ({ body }, { after, done: id }) => ({
    action: body.submit ? 'riskAssessment.submitted' : 'riskAssessment.created',
    resourceType: 'riskAssessment',
    resourceId: id,
    detail: writtenDetail(after),
  }),
});

const stale = {
  message: staleMessage,
  current: ({ trx, time, caller }: Work & { caller: MemberCaller }, { id }: AssessmentRow) =>
    reloadRecord(trx, { now: time }, caller, id),
};

/** PUT /risk-assessments/:id: saves a draft's answers; saving a returned assessment reopens it as a draft. */
export const saveAssessment = command(saveEndpoint, {
  lock: ({ trx, params }: Work & { params: { id: string } }) => readAssessmentRow(trx, params.id, true),
  stale,
  async change({ trx, time, caller, body: form }, row) {
    if (row.status !== 'draft') {
      const move = canTransition(assessmentLifecycle, row.status, 'draft');
      if (!move.allowed) throw throwFormError(move.reason);
    }
    const target = { resourceType: row.resource_type, resourceId: row.resource_id };
    const resource = await readResource(trx, target);
    rejectClosed(resource);
    if (form.submit) rejectOutdated(row, resource);
    const version = await readUsedVersion(trx, row.template_version_id);
    if (version === null) throw new Error('The version of the template that an assessment used is gone.');
    const { content } = version;
    const entered = savedAnswers(form.answers);
    assertStorableText(entered, content);
    const answers = followingRecords(entered, content, resource);
    const documentIds = await requireEvidence(trx, target, answers);
    const written = { ...form, answers, content, target, resource };
    await updateAssessment(trx, row, await writtenColumns(trx, time(), caller, written));
    await writeEvidenceIds(trx, { companyId: caller.company.id, assessmentId: row.id }, documentIds);
  },
  read: ({ trx, time, caller }, { id }) => reloadRecord(trx, { now: time }, caller, id),
  again: ({ trx, time, caller, params }) => readRecord(trx, { now: time }, caller, params.id),
  events: ({ body }, { before: row, after }) => ({
    action: body.submit ? 'riskAssessment.submitted' : 'riskAssessment.saved',
    resourceType: 'riskAssessment',
    resourceId: row.id,
    detail: { ...writtenDetail(after), before: row.status },
  }),
});

/** POST /risk-assessments/score: scores answers with any version, including drafts; stores nothing. */
export const scoreAssessment = query(
  scoreEndpoint,
  async ({ trx, deps, caller: { company }, body: form }) => {
    const version = await readUsedVersion(trx, form.templateVersionId);
    if (version === null) {
      throw invalid('Select one of the templates', 'templateVersionId');
    }
    const { content } = version;
    const answers = savedAnswers(form.answers);
    return getExplanation(await scoreNow(trx, company, deps.now(), { content, answers }));
  },
);
