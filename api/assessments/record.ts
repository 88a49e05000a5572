import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Assessment, AssessmentSummary, answer } from '#contract/assessments.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { standingOf } from '#rules/risk/override.ts';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import { wireContent } from '../templates/content.ts';
import { versionOf } from '../templates/record.ts';
import { offeredDocuments, shownDocuments, withEvidenceAmong } from './evidence.ts';
import { explanationOf, scoreText } from './explanation.ts';
import { finalLevelOn, levelUnder, overrideOf, type SetOverride } from './level.ts';
import { movesOf } from './moves.ts';
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

type Trx = Transaction<Schema>;
type WireAnswer = z.output<typeof answer>;

/** Other assessments of the same resource that one is shown with. */
const earlierAtMost = 20;

export function wireAnswers(answers: AssessmentRow['answers']): WireAnswer[] {
  return answers.map(({ key, value, comment, documentIds }) => ({
    key,
    value: value as WireAnswer['value'],
    comment: comment ?? undefined,
    documentIds: [...(documentIds ?? [])],
  }));
}

function personOf(id: string | null, name: string | null) {
  return id === null ? null : { id, name: name ?? '' };
}

/** A line of a list. `today`: the company's day, which decides whether an override still stands. */
export function summaryOf(row: SummaryRow, today: CalendarDate): AssessmentSummary {
  return {
    id: row.id,
    status: row.status,
    templateName: row.template_name,
    score: scoreText(row.score_tenths),
    finalLevel: finalLevelOn(row, today),
    assessedBy: { id: row.assessed_by, name: row.assessed_by_name },
    approvedBy: personOf(row.approved_by, row.approved_by_name),
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
    row.computed_level === null ? 'stands' : standingOf(override, row.computed_level, today).state;
  return { level, reasonCode, reason, by, at, expiresOn, lapsed: state !== 'stands' };
}

async function earlierOf(trx: Trx, row: AssessmentRow, today: CalendarDate): Promise<Assessment['earlier']> {
  const resource = { resourceType: row.resource_type, resourceId: row.resource_id };
  const rows = await listAssessmentRows(trx, resource, { limit: earlierAtMost + 1 });
  return rows
    .filter(({ id }) => id !== row.id)
    .slice(0, earlierAtMost)
    .map((one) => ({
      id: one.id,
      status: one.status,
      score: scoreText(one.score_tenths),
      finalLevel: finalLevelOn(one, today),
      at: one.approved_at ?? one.submitted_at ?? one.created_at,
    }));
}

/** An assessment's answers with their documents. While it is being written, removed ones are asked for again and others offered. */
async function evidenceOf(trx: Trx, row: AssessmentRow) {
  const shown = await shownDocuments(trx, row.answers);
  if (row.status !== 'draft' && row.status !== 'returned') return { answers: row.answers, documents: shown };
  const resource = { resourceType: row.resource_type, resourceId: row.resource_id };
  const offered = await offeredDocuments(trx, resource);
  const there = shown.filter(
    ({ id, purgedAt }) => purgedAt === null && !offered.some((one) => one.id === id),
  );
  const documents = [...offered, ...there];
  return { answers: withEvidenceAmong(row.answers, documents), documents };
}

/**
 * An assessment whole. While it is being written it is scored as of now; from submission on its score is the one that was kept.
 * `resource`: what it is about.
 */
export async function assessmentOf(
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
  const { answers, documents } = await evidenceOf(trx, row);
  const scored = row.scored ?? (await scoreNow(trx, caller.company, now, { content, answers }));
  const policy = await readPolicy(trx, caller.company.id);
  const current =
    row.status === 'submitted' ? await readCurrentRow(trx, row.resource_type, row.resource_id) : null;
  const set = overrideOf(row, current, today);
  const level = levelUnder(set?.override, row.computed_level, today);
  return {
    id: row.id,
    version: row.version,
    resourceType: row.resource_type,
    resource: { id: resource.id, name: resource.name },
    template: { id: row.template_id, name: row.template_name },
    templateVersion: { ...versionOf(version), content: wireContent(content) },
    status: row.status,
    answers: wireAnswers(answers),
    documents,
    explanation: explanationOf(scored),
    override: wireOverride(set, row, today),
    finalLevel: row.status === 'submitted' ? level : finalLevelOn(row, today),
    assessedBy: { id: row.assessed_by, name: row.assessed_by_name },
    submittedAt: row.submitted_at,
    approvedBy: personOf(row.approved_by, row.approved_by_name),
    approvedAt: row.approved_at,
    returnReason: row.return_reason,
    voidReason: row.void_reason,
    nextReviewDueOn: row.next_review_due_on,
    supersedesId: row.supersedes_id,
    moves: movesOf({ row, content, scored, level, resource, policy, caller, now }),
    earlier: await earlierOf(trx, row, today),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
