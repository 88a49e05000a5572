import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  confirmDestruction,
  DestructionCertificate,
  readRetention,
  setLegalHold,
} from '#contract/retention.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { companyDay } from '#rules/company-day.ts';
import { csvCell } from '#rules/csv-cells.ts';
import { destroyedKindLabels, destructionBasisLabels } from '#rules/retention.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { readCompanyFacts } from '../diligence/company-facts.ts';
import type { DocumentFiles } from '../documents/intake.ts';
import type { MemberCaller, StreamedAnswer } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { dueAs } from './list-due.ts';
import { destroyClient, lockCandidate, lockListed, readCertificates, readDue, readHolds } from './store.ts';

export interface RetentionDeps {
  db: Kysely<Schema>;
  files: DocumentFiles;
  now: () => Date;
}

type Trx = Transaction<Schema>;
type Retention = z.output<typeof readRetention.answer>;

/** Due records and certificates on the page. */
const mostDue = 100;
const mostCertificates = 50;
const certificatesPerBatch = 500;

const named = (id: string | null, name: string | null) => ({ id: id ?? '', name: name ?? 'A former member' });

type Row = Awaited<ReturnType<typeof readDue>>[number];

function certificateOf(row: Row): DestructionCertificate {
  return {
    id: row.id,
    kind: row.kind,
    clientId: row.client_id,
    basis: row.basis,
    keptUntil: row.kept_until,
    confirmedBy: named(row.confirmed_by, row.confirmed_name),
    destroyedBy: named(row.destroyed_by, row.destroyed_name),
    destroyedAt: row.destroyed_at ?? '',
    itemCounts: row.item_counts ?? {},
    digest: row.digest ?? '',
  };
}

function holdOf(row: Awaited<ReturnType<typeof readHolds>>[number]): Retention['holds'][number] {
  return {
    client: { id: row.client_id, name: row.display_name ?? '' },
    reason: row.reason,
    by: { id: row.set_by, name: row.name },
    at: row.set_at,
  };
}

async function readClient(trx: Trx, id: string) {
  return trx
    .selectFrom('clients')
    .select(['id', 'display_name as name', 'retain_until as keptUntil'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** GET /retention. */
export function showRetention(
  deps: RetentionDeps,
  { company }: MemberCaller,
  query: { client?: string },
): Promise<Retention> {
  return asTenant(deps.db, company.id, async (trx) => {
    const due = await readDue(trx, mostDue + 1);
    const client = query.client === undefined ? undefined : await readClient(trx, query.client);
    if (query.client !== undefined && client === undefined) throw refuse('record.notFound');
    const [hold] = client ? await readHolds(trx, client.id) : [];
    return {
      due: due.slice(0, mostDue).map((row) => ({
        id: row.id,
        kind: row.kind,
        client: { id: row.client_id, name: row.display_name ?? '' },
        basis: row.basis,
        keptUntil: row.kept_until,
        confirmed:
          row.confirmed_at === null
            ? null
            : { by: named(row.confirmed_by, row.confirmed_name), at: row.confirmed_at },
      })),
      hasMore: due.length > mostDue,
      holds: (await readHolds(trx)).map(holdOf),
      certificates: (await readCertificates(trx, { limit: mostCertificates })).map(certificateOf),
      client: client ? { ...client, hold: hold ? holdOf(hold) : null } : null,
    };
  });
}

/** SHA-256, in hex, over what a certificate says and the digests of the destroyed files. */
function digestOf(certificate: Record<string, unknown>): string {
  return createHash('sha256').update(canonicalJson(certificate)).digest('hex');
}

/** What keeps a record is not said: a hold must not show by its answer. */
const noLongerDue = () =>
  refuse('request.invalid', { fields: { '': ['This record is not due for destruction any more.'] } });

async function confirm(trx: Trx, deps: RetentionDeps, caller: MemberCaller, id: string) {
  const { member, company } = caller;
  const listed = await lockListed(trx, id);
  if (listed === undefined) throw refuse('record.notFound');
  if (listed.destroyed_at !== null) throw noLongerDue();
  const clientId = listed.client_id;
  const client = await lockCandidate(trx, { companyId: company.id, timeZone: company.timeZone, clientId });
  const { policy } = await readCompanyFacts(trx, company.id);
  const now = deps.now();
  const years = { years: policy.retentionYears, regulatedIn: company.regulatedIn };
  const due = client && dueAs(client, years, companyDay(now, company.timeZone));
  if (due === undefined) throw noLongerDue();
  const at = now.toISOString();
  if (listed.confirmed_by === null) {
    await trx
      .updateTable('destructions')
      .set({ confirmed_by: member.id, confirmed_at: at })
      .where('id', '=', id)
      .execute();
    await recordMemberEvent(trx, deps, caller, {
      action: 'retention.confirmed',
      resourceType: 'client',
      resourceId: clientId,
      detail: { destruction: id, keptUntil: due.keptUntil, basis: destructionBasisLabels[due.basis] },
    });
    return { outcome: 'confirmed' as const, files: [] };
  }
  if (listed.confirmed_by === member.id) {
    throw refuse('request.invalid', {
      fields: {
        '': [
          'You have confirmed this already. Another owner or compliance officer has to confirm it as well.',
        ],
      },
    });
  }
  const { counts, files, digests } = await destroyClient(trx, clientId);
  const certificate = {
    id,
    kind: listed.kind,
    clientId,
    basis: due.basis,
    keptUntil: due.keptUntil,
    confirmedBy: listed.confirmed_by,
    destroyedBy: member.id,
    at,
    itemCounts: counts,
  };
  const digest = digestOf({ ...certificate, files: digests });
  await trx
    .updateTable('destructions')
    .set({
      basis: due.basis,
      kept_until: due.keptUntil,
      destroyed_by: member.id,
      destroyed_at: at,
      item_counts: JSON.stringify(counts),
      digest,
    })
    .where('id', '=', id)
    .execute();
  await recordMemberEvent(trx, deps, caller, {
    action: 'retention.destroyed',
    resourceType: 'destruction',
    resourceId: id,
    detail: { ...certificate, files: files.length, digest },
  });
  return { outcome: 'destroyed' as const, files };
}

/**
 * POST /retention/:id/confirmation: the first person confirms, the second destroys. What is held back meanwhile is refused without a
 * word on why. Files go after the transaction: where that fails they belong to nothing, and the nightly sweep takes them.
 */
export async function confirmOne(
  deps: RetentionDeps,
  caller: MemberCaller,
  id: string,
  body: unknown,
): Promise<z.output<typeof confirmDestruction.answer>> {
  let files: string[] = [];
  const answer = await asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body, status: 200 }, async () => {
      const done = await confirm(trx, deps, caller, id);
      files = done.files;
      return { outcome: done.outcome };
    }),
  );
  await Promise.allSettled(files.map((key) => deps.files.storage.remove(key)));
  return answer;
}

const headings = [
  'Certificate',
  'What',
  'Record (id)',
  'Ground',
  'Kept until',
  'Confirmed by',
  'Destroyed by',
  'Destroyed at (UTC)',
  'Rows',
  'Digest',
];

const lines = (rows: (readonly string[])[]) => stringify(rows as string[][], { record_delimiter: '\r\n' });

function cellsOf(one: DestructionCertificate): string[] {
  const rows = Object.entries(one.itemCounts).filter(([, count]) => count > 0);
  return [
    one.id,
    destroyedKindLabels[one.kind],
    one.clientId,
    destructionBasisLabels[one.basis],
    one.keptUntil,
    one.confirmedBy.name,
    one.destroyedBy.name,
    one.destroyedAt,
    rows.map(([table, count]) => `${table} ${count}`).join(', '),
    one.digest,
  ].map(csvCell);
}

/** GET /retention/certificates: every certificate as CSV, newest first, an event when the last has gone. */
export async function exportAll(deps: RetentionDeps, caller: MemberCaller): Promise<StreamedAnswer> {
  const { id: companyId, timeZone } = caller.company;
  async function* chunks() {
    let count = 0;
    try {
      yield `\ufeff${lines([headings])}`;
      for (let before: string | undefined; ; ) {
        const from = before;
        const batch = await asTenant(deps.db, companyId, (trx) =>
          readCertificates(trx, { before: from, limit: certificatesPerBatch }),
        );
        count += batch.length;
        if (batch.length > 0) yield lines(batch.map((row) => cellsOf(certificateOf(row))));
        before = batch.at(-1)?.id;
        if (batch.length < certificatesPerBatch) break;
      }
    } finally {
      await asTenant(deps.db, companyId, (trx) =>
        recordMemberEvent(trx, deps, caller, {
          action: 'retention.certificatesExported',
          resourceType: 'destruction',
          resourceId: companyId,
          detail: { count },
        }),
      );
    }
  }
  return { fileName: `destruction-certificates-${companyDay(deps.now(), timeZone)}.csv`, chunks: chunks() };
}

/** POST /clients/:id/legal-hold. A client that is held already is refused. */
export function hold(
  deps: RetentionDeps,
  caller: MemberCaller,
  clientId: string,
  body: { reason: string },
): Promise<z.output<typeof setLegalHold.answer>> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body, status: 200 }, async () => {
      // Whoever confirms a destruction holds the same lock.
      const client = await trx
        .selectFrom('clients')
        .select(['id', 'display_name'])
        .where('id', '=', clientId)
        .forUpdate()
        .executeTakeFirst();
      if (client === undefined) throw refuse('record.notFound');
      if ((await readHolds(trx, clientId)).length > 0) {
        throw refuse('request.invalid', { fields: { '': ['This client’s records are held back already.'] } });
      }
      const at = deps.now().toISOString();
      await trx
        .insertInto('legal_holds')
        .values({
          company_id: caller.company.id,
          id: uuidv7({ msecs: deps.now().getTime() }),
          client_id: clientId,
          reason: body.reason,
          set_by: caller.member.id,
          set_at: at,
        })
        .execute();
      await recordMemberEvent(trx, deps, caller, {
        action: 'legalHold.set',
        resourceType: 'legalHold',
        resourceId: clientId,
        reason: body.reason,
        detail: { clientId },
      });
      const { id, name } = caller.member;
      return {
        client: { id: clientId, name: client.display_name },
        reason: body.reason,
        by: { id, name },
        at,
      };
    }),
  );
}

/** POST /clients/:id/legal-hold/lifted. */
export function liftHold(
  deps: RetentionDeps,
  caller: MemberCaller,
  clientId: string,
  body: { reason: string },
): Promise<{ lifted: true }> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body, status: 200 }, async () => {
      const lifted = await trx
        .updateTable('legal_holds')
        .set({
          lifted_because: body.reason,
          lifted_by: caller.member.id,
          lifted_at: deps.now().toISOString(),
        })
        .where('client_id', '=', clientId)
        .where('lifted_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (lifted === undefined) throw refuse('record.notFound');
      await recordMemberEvent(trx, deps, caller, {
        action: 'legalHold.lifted',
        resourceType: 'legalHold',
        resourceId: clientId,
        reason: body.reason,
        detail: { clientId },
      });
      return { lifted: true as const };
    }),
  );
}
