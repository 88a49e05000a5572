import type { ResourceType } from '#rules/risk/question-types.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

type Resource = { resourceType: ResourceType; resourceId: string };

/** Maximum documents offered for selection, newest first. */
const maxOffered = 100;

/**
 * Documents available as evidence for an assessment of a record, excluding removed and infected ones: the record's own, those of its assessments, and
 * for an activity those of its parties.
 */
function selectUsable(trx: Trx, { resourceType, resourceId }: Resource) {
  return trx
    .selectFrom('documents as d')
    .select('d.id')
    .where('d.purged_at', 'is', null)
    .where('d.scan_status', '!=', 'infected')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('d.owner_type', '=', resourceType === 'clients' ? 'client' : 'activity'),
          eb('d.owner_id', '=', resourceId),
        ]),
        eb.and([
          eb('d.owner_type', '=', 'riskAssessment'),
          eb(
            'd.owner_id',
            'in',
            eb
              .selectFrom('risk_assessments as a')
              .select('a.id')
              .where('a.resource_type', '=', resourceType)
              .where('a.resource_id', '=', resourceId),
          ),
        ]),
        ...(resourceType === 'clients'
          ? []
          : [
              eb.and([
                eb('d.owner_type', '=', 'client'),
                eb(
                  'd.owner_id',
                  'in',
                  eb
                    .selectFrom('activity_parties as p')
                    .select('p.client_id')
                    .where('p.activity_id', '=', resourceId),
                ),
              ]),
            ]),
      ]),
    );
}

/** Ids of the documents that may be chosen, newest first. */
export async function listUsableIds(trx: Trx, resource: Resource): Promise<string[]> {
  const rows = await selectUsable(trx, resource).orderBy('d.id', 'desc').limit(maxOffered).execute();
  return rows.map(({ id }) => id);
}

/** Of these ids, those that may be used. They cannot be removed until the transaction ends. */
export async function lockUsableIds(
  trx: Trx,
  resource: Resource,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectUsable(trx, resource).where('d.id', 'in', ids).forKeyShare('d').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Replaces the list of documents that an assessment refers to. */
export async function writeEvidenceIds(
  trx: Trx,
  { companyId, assessmentId }: { companyId: string; assessmentId: string },
  ids: readonly string[],
): Promise<void> {
  await trx.deleteFrom('risk_assessment_documents').where('assessment_id', '=', assessmentId).execute();
  if (ids.length === 0) return;
  await trx
    .insertInto('risk_assessment_documents')
    .values(ids.map((id) => ({ company_id: companyId, assessment_id: assessmentId, document_id: id })))
    .execute();
}
