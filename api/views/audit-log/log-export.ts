import { type AuditEvent, exportAuditLog as exportEndpoint } from '#contract/platform/audit.ts';
import { type ActivityNoun, toActivityNoun } from '#rules/activity-noun.ts';
import { actionLabel, recordTypeLabel } from '#rules/audit/audit-labels.ts';
import { formatAuditValue } from '#rules/audit/audit-values.ts';
import { currentFieldName } from '#rules/audit/field-names.ts';
import { csvCell } from '#rules/csv-cells.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { signBatches } from '../../kernel/audit/sign-batch.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { byteOrderMark, csvLines } from '../../kernel/csv.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { type AuditLogDeps, getConditions, getCutWords, toAuditEventDtos } from './log.ts';
import { logPage } from './log-store.ts';
import { maxRecords } from './search-store.ts';

const handler = handlersFor<AuditLogDeps>();

/** Events per transaction: the embedded database serves no one else meanwhile. */
const eventsPerBatch = 500;

/** Columns of the export. Numbers and hashes of the chain are excluded: gaps would reveal withheld events. */
const columns: { heading: string; cell: (event: AuditEvent, noun: ActivityNoun) => string }[] = [
  { heading: 'Time (UTC)', cell: ({ at }) => at },
  { heading: 'Actor', cell: ({ actor }) => actor.name },
  { heading: 'Role', cell: ({ actor }) => actor.role },
  { heading: 'Actor ID', cell: ({ actor }) => actor.id },
  { heading: 'Action', cell: ({ action }, noun) => actionLabel(action, noun) },
  { heading: 'Event', cell: ({ action }) => action },
  { heading: 'Record type', cell: ({ resource }, noun) => recordTypeLabel(resource.type, noun) },
  { heading: 'Record', cell: ({ resource }) => resource.name ?? '' },
  { heading: 'Record ID', cell: ({ resource }) => resource.id },
  { heading: 'Reason', cell: ({ reason }) => reason ?? '' },
  {
    heading: 'Detail',
    cell: ({ detail, resource }) =>
      detail === null ? 'Destroyed' : detail.map((change) => getLine(resource.type, change)).join('\n'),
  },
  { heading: 'Request', cell: ({ requestId }) => requestId },
  { heading: 'Session', cell: ({ session }) => session ?? '' },
  { heading: 'IP address', cell: ({ address }) => address ?? '' },
];

function getLine(
  resourceType: string,
  { field, before, after }: NonNullable<AuditEvent['detail']>[number],
): string {
  const text = (value: string) => formatAuditValue(resourceType, field, value);
  const next = after === null ? null : text(after);
  const name = currentFieldName(field);
  return before === null ? `${name}: ${next ?? ''}` : `${name}: ${text(before)} → ${next ?? '(nothing)'}`;
}

/**
 * GET /audit-log/export: the filtered events, newest first, read in short transactions as the caller consumes them. The
 * log is signed first, so that later changes to exported events are detectable. The export is recorded as an
 * event with the number of lines sent, at the end or when the caller disconnects.
 */
export const exportAuditLog = handler(exportEndpoint, async (deps, { query: filters }, caller) => {
  const { id: companyId, timeZone, sector } = caller.company;
  const noun = toActivityNoun(sector);
  await signBatches(deps.db, deps);
  const conditions = await asTenant(deps.db, companyId, (trx) => getConditions(trx, deps, caller, filters));

  async function* chunks() {
    let exported = 0;
    let complete = false;
    try {
      yield byteOrderMark + csvLines([columns.map(({ heading }) => heading)]);
      let before: number | undefined;
      do {
        const { events, next } = await asTenant(deps.db, companyId, async (trx) => {
          const rows = await logPage(trx, conditions, before, eventsPerBatch).execute();
          const page = rows.slice(0, eventsPerBatch);
          return {
            events: await toAuditEventDtos(trx, page),
            next: rows.length > eventsPerBatch ? page.at(-1)?.seq : undefined,
          };
        });
        exported += events.length;
        if (events.length > 0)
          yield csvLines(events.map((event) => columns.map(({ cell }) => csvCell(cell(event, noun)))));
        before = next;
      } while (before !== undefined);
      for (const word of getCutWords(conditions)) {
        const note = `Events may be missing: more than ${maxRecords} records match “${word}”. Filter by record or add words.`;
        yield csvLines([[csvCell(note)]]);
      }
      complete = true;
    } finally {
      await inWork(deps, callerActor(caller), async ({ record }) =>
        record({
          action: 'auditLog.exported',
          resourceType: 'auditLog',
          resourceId: companyId,
          detail: { filter: filters, count: exported, complete },
        }),
      );
    }
  }
  return { fileName: `audit-log-${companyDay(deps.now(), timeZone)}.csv`, chunks: chunks() };
});
