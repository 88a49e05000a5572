import { sql } from 'kysely';
import {
  type FindingContents,
  type FindingSubject,
  type Findings,
  pepOffice,
} from '#rules/cdd-rule-packs/findings.ts';
import type { LoweredWork } from '#rules/maker-checker.ts';
import type { PepExposure } from '#rules/pep.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** A recorded finding on a subject, with author and time. */
export interface RecordedFinding {
  subject: FindingSubject;
  content: FindingContents[FindingSubject];
  by: string;
  at: string;
}

/** All findings about a client. */
export async function readFindings(trx: Trx, clientId: string): Promise<RecordedFinding[]> {
  return (await readFindingsOf(trx, [clientId])).get(clientId) ?? [];
}

/** All findings about each of these clients; omits clients without any. */
export async function readFindingsOf(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, RecordedFinding[]>> {
  const rows = await trx
    .selectFrom('client_findings as f')
    .innerJoin('members as m', 'm.id', 'f.recorded_by')
    .select(['f.client_id', 'f.subject', 'f.content', 'f.recorded_at', 'm.name'])
    .where('f.client_id', 'in', [...clientIds])
    .execute();
  const found = new Map<string, RecordedFinding[]>();
  for (const { client_id, subject, content, recorded_at, name } of rows) {
    const finding = { subject, content, by: name, at: recorded_at };
    found.set(client_id, [...(found.get(client_id) ?? []), finding]);
  }
  return found;
}

/** The findings by subject, as input of the rules. */
export function findingsBySubject(recorded: readonly RecordedFinding[]): Findings {
  // The contract has validated the column's content for its subject.
  return Object.fromEntries(recorded.map(({ subject, content }) => [subject, content])) as Findings;
}

/** Of clients who are family members or close associates of a PEP: the PEP's type and office. Omits clients without such a finding. */
export async function readExposures(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, Pick<PepExposure, 'pepOf' | 'pepOffice'>>> {
  if (clientIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('client_findings')
    .select(['client_id', 'content'])
    .where('client_id', 'in', [...clientIds])
    .where('subject', '=', 'politicalExposure')
    .execute();
  return new Map(
    rows.map(({ client_id, content }) => {
      const exposure = content as FindingContents['politicalExposure'];
      return [client_id, { pepOf: exposure.pepOf, pepOffice: pepOffice(exposure) }];
    }),
  );
}

/** Who recorded a finding, and who made the client's current assessment, by the memberships that they have today; null for none. */
export async function readLoweredWork(
  trx: Trx,
  clientId: string,
  subject: FindingSubject,
): Promise<LoweredWork> {
  const { recordedBy, assessedBy } = await trx
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('client_findings as f')
        .select(sql<string | null>`present_member(f.recorded_by)`.as('id'))
        .where('f.client_id', '=', clientId)
        .where('f.subject', '=', subject)
        .as('recordedBy'),
      selectFrom('risk_assessments as a')
        .select(sql<string | null>`present_member(a.assessed_by)`.as('id'))
        .where('a.resource_type', '=', 'clients')
        .where('a.resource_id', '=', clientId)
        .where('a.status', '=', 'approved')
        .as('assessedBy'),
    ])
    .executeTakeFirstOrThrow();
  return { recordedBy, assessedBy };
}

/** Replaces the finding on a subject. */
export async function writeFinding(
  trx: Trx,
  finding: {
    companyId: string;
    clientId: string;
    subject: FindingSubject;
    content: FindingContents[FindingSubject];
    at: string;
    by: string;
  },
): Promise<void> {
  const written = {
    content: JSON.stringify(finding.content),
    recorded_at: finding.at,
    recorded_by: finding.by,
  };
  await trx
    .insertInto('client_findings')
    .values({
      company_id: finding.companyId,
      client_id: finding.clientId,
      subject: finding.subject,
      ...written,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'client_id', 'subject']).doUpdateSet(written))
    .execute();
}

export async function deleteFindings(
  trx: Trx,
  clientId: string,
  subjects: readonly FindingSubject[],
): Promise<void> {
  await trx
    .deleteFrom('client_findings')
    .where('client_id', '=', clientId)
    .where('subject', 'in', [...subjects])
    .execute();
}
