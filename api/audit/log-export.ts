import { stringify } from 'csv-stringify/sync';
import type { AuditEvent, AuditFilters } from '#contract/audit.ts';
import { actionInWords, recordKindInWords } from '#rules/audit-words.ts';
import { companyDay } from '#rules/company-day.ts';
import { csvCell } from '#rules/csv-cells.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller, StreamedAnswer } from '../http/bind.ts';
import { type AuditLogDeps, conditionsOf, presentEvents } from './log.ts';
import { logPage } from './log-store.ts';
import { recordMemberEvent } from './member-event.ts';
import { signHeadOf } from './sign-heads.ts';

/** Events read in one transaction: on the embedded database everyone waits for it. */
const eventsPerBatch = 500;

/** Tells a spreadsheet that the file is UTF-8. */
const byteOrderMark = '\ufeff';

/** The columns, each with what stands in it. Numbers and hashes of the chain stay out: a gap in them would tell of what is withheld. */
const columns: { heading: string; cell: (event: AuditEvent) => string }[] = [
  { heading: 'Time (UTC)', cell: ({ at }) => at },
  { heading: 'Who', cell: ({ actor }) => actor.name },
  { heading: 'As', cell: ({ actor }) => actor.role },
  { heading: 'Who (id)', cell: ({ actor }) => actor.id },
  { heading: 'What', cell: ({ action }) => actionInWords(action) },
  { heading: 'Event', cell: ({ action }) => action },
  { heading: 'Kind of record', cell: ({ resource }) => recordKindInWords(resource.type) },
  { heading: 'Record', cell: ({ resource }) => resource.name ?? '' },
  { heading: 'Record (id)', cell: ({ resource }) => resource.id },
  { heading: 'Why', cell: ({ reason }) => reason ?? '' },
  {
    heading: 'Detail',
    cell: ({ detail }) => (detail === null ? 'Destroyed' : detail.map(lineOf).join('\n')),
  },
  { heading: 'Request', cell: ({ requestId }) => requestId },
];

function lineOf({ field, before, after }: NonNullable<AuditEvent['detail']>[number]): string {
  return before === null ? `${field}: ${after ?? ''}` : `${field}: ${before} → ${after ?? '(nothing)'}`;
}

const lines = (rows: (readonly string[])[]) => stringify(rows as string[][], { record_delimiter: '\r\n' });

/**
 * GET /audit-log/export: every event of the filter, newest first, read in short transactions as the caller takes them. The chain's
 * head is signed before the first, so that what was exported cannot be rewritten afterwards unseen; the export is an event itself, with
 * how many lines went out, written when the last has gone or the caller leaves early.
 */
export async function exportLog(
  deps: AuditLogDeps,
  caller: MemberCaller,
  filters: AuditFilters,
): Promise<StreamedAnswer> {
  const { id: companyId, timeZone } = caller.company;
  const conditions = await asTenant(deps.db, companyId, async (trx) => {
    await signHeadOf(trx, deps, companyId);
    return conditionsOf(trx, deps, caller, filters);
  });

  async function* chunks() {
    let exported = 0;
    let complete = false;
    try {
      yield byteOrderMark + lines([columns.map(({ heading }) => heading)]);
      let before: number | undefined;
      do {
        const { events, next } = await asTenant(deps.db, companyId, async (trx) => {
          const rows = await logPage(trx, conditions, before, eventsPerBatch).execute();
          const page = rows.slice(0, eventsPerBatch);
          return {
            events: await presentEvents(trx, page),
            next: rows.length > eventsPerBatch ? page.at(-1)?.seq : undefined,
          };
        });
        exported += events.length;
        if (events.length > 0)
          yield lines(events.map((event) => columns.map(({ cell }) => csvCell(cell(event)))));
        before = next;
      } while (before !== undefined);
      complete = true;
    } finally {
      await asTenant(deps.db, companyId, (trx) =>
        recordMemberEvent(trx, deps, caller, {
          action: 'auditLog.exported',
          resourceType: 'auditLog',
          resourceId: companyId,
          detail: { filter: filters, count: exported, complete },
        }),
      );
    }
  }
  return { fileName: `audit-log-${companyDay(deps.now(), timeZone)}.csv`, chunks: chunks() };
}
