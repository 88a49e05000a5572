import type { Kysely } from 'kysely';
import { listAccessLog as listEndpoint } from '#contract/access-log.ts';
import type { OpenedType } from '#contract/opened-types.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { ReadJournal } from '../../kernel/read-events/journal.ts';
import { everybody } from '../audit-log/log-store.ts';
import { readOpenings } from './store.ts';

interface AccessLogDeps {
  db: Kysely<Schema>;
  readJournal: ReadJournal;
}

const handler = handlersFor<AccessLogDeps>();

const openingsPerPage = 50;

/** GET /access-log: a page, newest first, with the options of its filter. Openings noted by this server are saved first. */
export const listAccessLog = handler(listEndpoint, async ({ db, readJournal }, { query }, { company }) => {
  const { before, ...filters } = query;
  await readJournal.flush();
  return asTenant(db, company.id, async (trx) => {
    const rows = await readOpenings(trx, {
      companyId: company.id,
      timeZone: company.timeZone,
      filters,
      before,
      limit: openingsPerPage,
    });
    const { items, next } = toPage(rows, openingsPerPage, ({ id }) => id);
    return {
      events: items.map((row) => ({
        id: row.id,
        at: row.at,
        member: { id: row.member_id, name: row.member_name ?? 'A former member' },
        role: row.role,
        type: row.type as OpenedType,
        recordId: row.resource_id,
        name: row.name,
        session: row.session,
        address: row.address,
      })),
      nextBefore: next,
      people: await everybody(trx),
    };
  });
});
