import { exportLawChange as exportEndpoint } from '#contract/cdd/law-changes.ts';
import { cddLevelLabels } from '#rules/clients/client-types.ts';
import { csvCell } from '#rules/csv-cells.ts';
import type { OutcomeSide } from '#rules/law-changes/law-changes.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { byteOrderMark, csvLines } from '../../kernel/csv.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { LawChangesDeps } from './queries.ts';
import { type AffectedRow, readAffected, readLawChange } from './store.ts';

const handler = handlersFor<LawChangesDeps>();

const clientsPerBatch = 500;

const headings = [
  'Client',
  'Client ID',
  'CDD level before',
  'CDD level after',
  'Requirements before',
  'Requirements after',
  'Rules',
];

const stateLabels = { outstanding: 'outstanding', mayFollow: 'outstanding, may follow', met: 'met' } as const;

const getLevel = ({ level }: OutcomeSide) => (level === null ? '' : cddLevelLabels[level]);
const requirements = (side: OutcomeSide) =>
  side.lines.map(({ text, provision, state }) => `${text} (${provision}): ${stateLabels[state]}`).join('; ');

function getCells({ client_id, name, before, after, rules }: AffectedRow): string[] {
  return [
    name,
    client_id,
    getLevel(before),
    getLevel(after),
    requirements(before),
    requirements(after),
    rules.map(({ provision, text, change }) => `${provision} ${change}: ${text}`).join('; '),
  ].map(csvCell);
}

/** GET /law-changes/:id/clients: every client of a list as CSV. Emits an event after the last row is sent. */
export const exportLawChange = handler(exportEndpoint, async (deps, { params: { id } }, caller) => {
  const companyId = caller.company.id;
  const row = await asTenant(deps.db, companyId, (trx) => readLawChange(trx, id));
  if (row === null) throw apiError('record.notFound');
  async function* chunks() {
    let count = 0;
    try {
      yield byteOrderMark + csvLines([headings]);
      for (let last: AffectedRow | undefined; ; ) {
        const place: { name: string; id: string; backward: boolean } | undefined = last && {
          name: last.name,
          id: last.client_id,
          backward: false,
        };
        const batch: AffectedRow[] = await asTenant(deps.db, companyId, (trx) =>
          readAffected(trx, id, { place, limit: clientsPerBatch }),
        );
        count += batch.length;
        if (batch.length > 0) yield csvLines(batch.map(getCells));
        last = batch.at(-1);
        if (batch.length < clientsPerBatch) break;
      }
    } finally {
      await inWork(deps, callerActor(caller), async ({ record }) =>
        record({
          action: 'lawChange.exported',
          resourceType: 'lawChange',
          resourceId: id,
          detail: { count },
        }),
      );
    }
  }
  return { fileName: `law-change-${row.effective_on}.csv`, chunks: chunks() };
});
