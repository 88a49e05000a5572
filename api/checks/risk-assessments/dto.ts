import type { z } from 'zod';
import type { Assessment, AssessmentSummary, answer } from '#contract/risk/assessments.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { carriedKeys, confirmationProblems, keysToConfirm } from '#rules/risk/confirmation.ts';
import { getStanding, minimumLevel } from '#rules/risk/override.ts';
import { knownAnswers, withKnownAnswers } from '#rules/risk/prefill.ts';
import { getQuestions } from '#rules/risk/template.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { toTemplateContentDto } from '../../records/risk-templates/content.ts';
import { getVersion } from '../../records/risk-templates/dto.ts';
import { countEligible } from '../../records/team/eligible.ts';
import { availableActions, levelToApprove } from './available-actions.ts';
import { offeredDocuments, toDocumentViews, withEvidenceAmong } from './evidence.ts';
import { formatScore, getExplanation } from './explanation.ts';
import { finalLevelOn, getOverride, levelUnder, readLevelInForce, type SetOverride } from './level.ts';
import type { AssessedResource } from './resource-store.ts';
import { scoreNow } from './score.ts';
import {
  type AssessmentRow,
  listAssessmentRows,
  readCurrentRow,
  readPolicy,
  readUsedVersion,
  type SummaryRow,
} from './store.ts';

type WireAnswer = z.output<typeof answer>;

/** Other assessments of the same resource that one is shown with. */
const earlierAtMost = 20;

export function toAnswerDtos(answers: AssessmentRow['answers']): WireAnswer[] {
  return answers.map(({ key, value, comment, documentIds, confirmed }) => ({
    key,
    value: value as WireAnswer['value'],
    comment: comment ?? undefined,
    documentIds: [...(documentIds ?? [])],
    ...(confirmed ? { confirmed } : {}),
  }));
}

function getPerson(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' };
}

/** A list row. `today`: the company's calendar day, which determines whether an override still applies. */
export function getSummary(row: SummaryRow, today: CalendarDate): AssessmentSummary {
  return {
    id: row.id,
    status: row.status,
    templateName: row.template_name,
    score: formatScore(row.score_tenths),
    finalLevel: finalLevelOn(row, today),
    assessedBy: { id: row.assessed_by, name: row.assessed_by_name },
    approvedBy: getPerson(row.approved_by, row.approved_by_name),
    approvedAt: row.approved_at,
    nextReviewDueOn: row.next_review_due_on,
    createdAt: row.created_at,
    isCurrent: row.status === 'approved',
  };
}

function wireOverride(
  set: SetOverride | null,
  row: AssessmentRow,
  today: CalendarDate,
): Assessment['override'] {
  if (set === null) return null;
  const { override, by } = set;
  const { level, reasonCode, reason, expiresOn, at } = override;
  const state =
    row.computed_level === null ? 'stands' : getStanding(override, row.computed_level, today).state;
  return { level, reasonCode, reason, by, at, expiresOn, lapsed: state !== 'stands' };
}

async function getEarlier(trx: Trx, row: AssessmentRow, today: CalendarDate): Promise<Assessment['earlier']> {
  const resource = { resourceType: row.resource_type, resourceId: row.resource_id };
  const rows = await listAssessmentRows(trx, resource, { limit: earlierAtMost + 1 });
  return rows
    .filter(({ id }) => id !== row.id)
    .slice(0, earlierAtMost)
    .map((row) => ({
      id: row.id,
      status: row.status,
      score: formatScore(row.score_tenths),
      finalLevel: finalLevelOn(row, today),
      at: row.approved_at ?? row.submitted_at ?? row.created_at,
    }));
}

/** An assessment's answers with their documents. A draft requires removed ones again, and offers others. */
async function getEvidence(trx: Trx, row: AssessmentRow) {
  const documentViews = await toDocumentViews(trx, row.answers);
  if (row.status !== 'draft' && row.status !== 'returned')
    return { answers: row.answers, documents: documentViews };
  const resource = { resourceType: row.resource_type, resourceId: row.resource_id };
  const offered = await offeredDocuments(trx, resource);
  const there = documentViews.filter(
    ({ id, purgedAt }) => purgedAt === null && !offered.some((item) => item.id === id),
  );
  const documents = [...offered, ...there];
  return { answers: withEvidenceAmong(row.answers, documents), documents };
}

/** A complete assessment. A draft is scored now; from submission its stored score is used. `resource`: its subject. */
export async function getAssessment(
  trx: Trx,
  deps: { now: () => Date },
  caller: MemberCaller,
  { row, resource }: { row: AssessmentRow; resource: AssessedResource },
): Promise<Assessment> {
  const now = deps.now();
  const today = companyDay(now, caller.company.timeZone);
  const version = await readUsedVersion(trx, row.template_version_id);
  if (version === null) throw new Error('The version of the template that an assessment used is gone.');
  const { content } = version;
  const { answers: stored, documents } = await getEvidence(trx, row);
  const questions = row.status === 'draft' ? getQuestions(content).map(({ question }) => question) : [];
  // A draft shows the records' current values, as they will be saved.
  const answers = withKnownAnswers(stored, questions, resource.facts);
  const scored =
    row.scored ?? (await scoreNow(trx, caller.company, now, { content, answers, floors: resource.floors }));
  const policy = await readPolicy(trx, caller.company.id);
  const current =
    row.status === 'submitted' || row.status === 'draft'
      ? await readCurrentRow(trx, row.resource_type, row.resource_id)
      : null;
  const toConfirm = keysToConfirm(current?.answers ?? [], questions, resource.facts);
  const unconfirmed = confirmationProblems(answers, current?.answers ?? [], questions, resource.facts);
  const set = getOverride(row, current, today);
  const level = levelUnder(set?.override, row.computed_level, today);
  const inForce =
    row.status === 'submitted'
      ? await readLevelInForce(trx, row, { current, riskLevel: resource.riskLevel }, today)
      : finalLevelOn(row, today);
  const toApprove = {
    level: levelToApprove({ level, inForce }),
    politicallyExposed: resource.politicallyExposed,
  };
  const eligiblePeople = await countEligible(trx, policy, toApprove, now);
  return {
    id: row.id,
    version: row.version,
    resourceType: row.resource_type,
    resource: { id: resource.id, name: resource.name },
    template: { id: row.template_id, name: row.template_name },
    templateVersion: { ...getVersion(version), content: toTemplateContentDto(content) },
    status: row.status,
    answers: toAnswerDtos(answers),
    known: knownAnswers(questions, resource.facts).map(({ key, source }) => ({ key, source })),
    toConfirm,
    carried: carriedKeys(toConfirm, answers, current?.answers ?? []),
    documents,
    explanation: getExplanation(scored),
    override: wireOverride(set, row, today),
    minimumLevel: minimumLevel(resource.floors),
    finalLevel: row.status === 'submitted' ? level : finalLevelOn(row, today),
    assessedBy: { id: row.assessed_by, name: row.assessed_by_name },
    submittedAt: row.submitted_at,
    approvedBy: getPerson(row.approved_by, row.approved_by_name),
    approvedAt: row.approved_at,
    decidedByOne: row.decided_by_one || row.lowered_by_one_at !== null,
    returnReason: row.return_reason,
    voidReason: row.void_reason,
    nextReviewDueOn: row.next_review_due_on,
    supersedesId: row.supersedes_id,
    actions: availableActions({
      row,
      content,
      scored,
      unconfirmed,
      level,
      inForce,
      resource,
      policy,
      eligiblePeople,
      caller,
      now,
    }),
    earlier: await getEarlier(trx, row, today),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
