import type { EndpointResponse } from '#contract/endpoint.ts';
import { readTemplateImpact as impactEndpoint } from '#contract/risk/risk-templates.ts';
import { riskLevels } from '#rules/clients/client-types.ts';
import { calculateImpact, type Impact, type LevelChange, newLevels } from '#rules/risk/impact.ts';
import { compareLevels, formatPoints } from '#rules/risk/levels.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { prepareTemplate, type Scorer } from '#rules/risk/scoring.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { formatDifferences } from '../../records/risk-templates/format-differences.ts';
import {
  type CurrentRow,
  currentAssessments,
  readContent,
  readTemplateRow,
  readVersionRows,
} from '../../records/risk-templates/store.ts';
import { resourceStores } from './resources.ts';
import type { AssessmentsDeps } from './service.ts';

const query = queriesFor<AssessmentsDeps>();

type ImpactResponse = Omit<EndpointResponse<typeof impactEndpoint>, 'contentHash' | 'differences'>;

/** Assessments read and scored at a time: a few megabytes, and other requests are served in between. */
const assessmentsPerBatch = 1000;

/** Maximum records listed of each kind. */
const maxNamed = 200;

function getCurrent(row: CurrentRow) {
  const { id, answers, override } = row;
  return { id, answers, computedLevel: row.computed_level, scoreTenths: row.score_tenths, override };
}

function addUp(total: Impact, part: Impact): void {
  total.assessed += part.assessed;
  for (const from of riskLevels) {
    for (const to of newLevels) total.matrix[from][to] += part.matrix[from][to];
  }
  total.changes.push(...part.changes);
  total.needsNew.push(...part.needsNew);
  total.prohibited.push(...part.prohibited);
}

/** Sort key of a change: assessments that can no longer be scored, then the largest rise. */
function rise({ from, to, fromTenths, toTenths }: LevelChange): [number, number] {
  return [to === 'none' ? 3 : compareLevels(to, from), (toTenths ?? 1001) - fromTenths];
}

function highestRiseFirst(a: LevelChange, b: LevelChange): number {
  const [levels, points] = rise(a);
  const [otherLevels, otherPoints] = rise(b);
  return otherLevels - levels || otherPoints - points || (a.id < b.id ? -1 : 1);
}

/**
 * Impact of publishing a draft on the current assessments, read in batches and scored on the draft. `score`:
 * `prepareTemplate(draft, lists)`.
 */
async function getDraftImpact(
  trx: Trx,
  { id, resourceType }: { id: string; resourceType: ResourceType },
  score: Scorer,
): Promise<ImpactResponse> {
  const total = calculateImpact([], score);
  const resourceById = new Map<string, string>();
  let after: string | undefined;
  do {
    const rows = await currentAssessments(trx, { templateId: id, after, limit: assessmentsPerBatch });
    addUp(total, calculateImpact(rows.map(getCurrent), score));
    for (const row of rows) resourceById.set(row.id, row.resource_id);
    after = rows.length === assessmentsPerBatch ? rows.at(-1)?.id : undefined;
  } while (after !== undefined);

  const changes = total.changes.sort(highestRiseFirst).slice(0, maxNamed);
  const needsNew = total.needsNew.slice(0, maxNamed);
  const named = [...changes, ...needsNew].flatMap((change) => resourceById.get(change.id) ?? []);
  const names = await resourceStores[resourceType].names(trx, [...new Set(named)]);
  const about = (assessmentId: string) => {
    const resourceId = resourceById.get(assessmentId) ?? '';
    return { assessmentId, resourceId, name: names.get(resourceId) ?? '' };
  };
  return {
    assessed: total.assessed,
    matrix: total.matrix,
    changes: changes.map(({ id: assessmentId, from, to, fromTenths, toTenths, overrideLapses }) => ({
      ...about(assessmentId),
      from,
      to,
      fromScore: formatPoints(fromTenths),
      toScore: toTenths === undefined ? null : formatPoints(toTenths),
      overrideLapses,
    })),
    changesTotal: total.changes.length,
    needsNew: needsNew.map(({ id: assessmentId, unanswered, withoutEvidence }) => ({
      ...about(assessmentId),
      unanswered: [...new Set([...unanswered, ...withoutEvidence])],
    })),
    needsNewTotal: total.needsNew.length,
    prohibitedTotal: total.prohibited.length,
  };
}

/** GET /risk-templates/:id/impact. 404 without a draft. */
export const readTemplateImpact = query(
  impactEndpoint,
  async ({ trx, deps, caller: { company }, params: { id } }) => {
    const row = await readTemplateRow(trx, id);
    const versions = row === null ? [] : await readVersionRows(trx, [id]);
    const draft = versions.find(({ status }) => status === 'draft');
    const published = versions.find(({ status }) => status === 'published');
    const content = draft && (await readContent(trx, draft.id));
    if (row === null || !draft || !content) {
      throw apiError('record.notFound', {
        detail: 'There is no draft to preview.',
      });
    }
    const score = prepareTemplate(content, await readCountryLists(trx, company, deps.now()));
    return {
      ...(await getDraftImpact(trx, { id, resourceType: row.resource_type }, score)),
      contentHash: draft.content_hash,
      differences: formatDifferences(published ? await readContent(trx, published.id) : null, content),
    };
  },
);
