import { createHash } from 'node:crypto';
import {
  type DestructionCertificate,
  exportCertificates as exportEndpoint,
} from '#contract/views/retention.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { csvCell } from '#rules/csv-cells.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { destroyedKindLabels, destructionBasisLabels } from '#rules/retention/retention.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { byteOrderMark, csvLines } from '../../kernel/csv.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { RetentionDeps } from './deps.ts';
import { readCertificates, type readDue } from './store.ts';

const handler = handlersFor<RetentionDeps>();

const certificatesPerBatch = 500;

/** A member for display, including former members. */
export const named = (id: string | null, name: string | null) => ({
  id: id ?? '',
  name: name ?? 'A former member',
});

type Row = Awaited<ReturnType<typeof readDue>>[number];

/** A destruction that is done, as its certificate. */
export function getCertificate(row: Row): DestructionCertificate {
  return {
    id: row.id,
    kind: row.kind,
    clientId: row.client_id,
    basis: row.basis,
    keptUntil: row.kept_until,
    confirmedBy: named(row.confirmed_by, row.confirmed_name),
    confirmedAt: row.confirmed_at ?? '',
    destroyedBy: named(row.destroyed_by, row.destroyed_name),
    destroyedAt: row.destroyed_at ?? '',
    identityConfirmed: row.identity_proofs === 2,
    itemCounts: row.item_counts ?? {},
    digest: row.digest ?? '',
  };
}

/** SHA-256, in hex, over a certificate's content and the digests of the destroyed files. */
export function getDigest(certificate: Record<string, unknown>): string {
  return createHash('sha256').update(canonicalJson(certificate)).digest('hex');
}

const headings = [
  'Certificate',
  'Record type',
  'Record ID',
  'Ground',
  'Retain until',
  'Confirmed by',
  'Destroyed by',
  'Destroyed at (UTC)',
  'Confirmed at (UTC)',
  'Second person',
  'Rows',
  'Hash (SHA-256)',
];

/** Whether a second person confirmed; for one who confirmed twice alone, whether their identity was confirmed each time. */
function describeSecondPerson({
  confirmedBy,
  destroyedBy,
  identityConfirmed,
}: DestructionCertificate): string {
  if (confirmedBy.id !== destroyedBy.id) return 'Yes';
  return `None eligible: confirmed twice${identityConfirmed ? ', identity confirmed both times' : ''}`;
}

function getCells(certificate: DestructionCertificate): string[] {
  const rows = Object.entries(certificate.itemCounts).filter(([, count]) => count > 0);
  return [
    certificate.id,
    destroyedKindLabels[certificate.kind],
    certificate.clientId,
    destructionBasisLabels[certificate.basis],
    certificate.keptUntil,
    certificate.confirmedBy.name,
    certificate.destroyedBy.name,
    certificate.destroyedAt,
    certificate.confirmedAt,
    describeSecondPerson(certificate),
    rows.map(([table, count]) => `${table} ${count}`).join(', '),
    certificate.digest,
  ].map(csvCell);
}

/** GET /retention/certificates: all certificates as CSV, newest first. Emits an event after the last row is sent. */
export const exportCertificates = handler(exportEndpoint, async (deps, _input, caller) => {
  const { id: companyId, timeZone } = caller.company;
  async function* chunks() {
    let count = 0;
    try {
      yield byteOrderMark + csvLines([headings]);
      for (let before: string | undefined; ; ) {
        const from = before;
        const batch = await asTenant(deps.db, companyId, (trx) =>
          readCertificates(trx, { before: from, limit: certificatesPerBatch }),
        );
        count += batch.length;
        if (batch.length > 0) yield csvLines(batch.map((row) => getCells(getCertificate(row))));
        before = batch.at(-1)?.id;
        if (batch.length < certificatesPerBatch) break;
      }
    } finally {
      await inWork(deps, callerActor(caller), async ({ record }) =>
        record({
          action: 'retention.certificatesExported',
          resourceType: 'destruction',
          resourceId: companyId,
          detail: { count },
        }),
      );
    }
  }
  return { fileName: `destruction-certificates-${companyDay(deps.now(), timeZone)}.csv`, chunks: chunks() };
});
