import type { Kysely } from 'kysely';
import { z } from 'zod';
import { listLawChanges as listEndpoint, readLawChange as readEndpoint } from '#contract/cdd/law-changes.ts';
import { can } from '#rules/permissions.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { keyText, listCursors } from '../../kernel/http/list-cursor.ts';
import { toAffectedClient, toLawChange } from './dto.ts';
import { hasComplianceOfficer, readAffected, readLawChange, readLawChanges } from './store.ts';

export interface LawChangesDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

const query = queriesFor<LawChangesDeps>();
const handler = handlersFor<LawChangesDeps>();

/** Changes of the rules are few: a handful a year. */
const maxListed = 200;

const clientsPerPage = 50;

const cursors = listCursors({ name: keyText, id: z.uuid() });

/** Whether this member signs off lists: the compliance officer, or an owner if the company has none. */
export async function signsOff(
  trx: Trx,
  { now }: Pick<LawChangesDeps, 'now'>,
  { member, company }: MemberCaller,
): Promise<boolean> {
  const at = now().toISOString();
  if (!can({ kind: 'member', ...member }, 'lawChanges.signOff', company, at).allowed) return false;
  return member.designations.includes('complianceOfficer') || !(await hasComplianceOfficer(trx, at));
}

/** GET /law-changes. */
export const showLawChanges = query(listEndpoint, async ({ trx, deps, caller }) => ({
  items: (await readLawChanges(trx, maxListed)).map(toLawChange),
  maySignOff: await signsOff(trx, deps, caller),
}));

/** GET /law-changes/:id. @throws `request.invalid` for a cursor of another list */
export const showLawChange = handler(
  readEndpoint,
  async (deps, { params: { id }, query: { cursor } }, caller) => {
    const list = { lawChange: id };
    const place = cursor === undefined ? undefined : cursors.read(list, cursor);
    return asTenant(deps.db, caller.company.id, async (trx) => {
      const row = await readLawChange(trx, id);
      if (row === null) throw apiError('record.notFound');
      const found = await readAffected(trx, id, { place, limit: clientsPerPage + 1 });
      const pageRequest = { found, limit: clientsPerPage, place };
      const { rows, ...besidePage } = cursors.page(list, pageRequest, ({ name, client_id }) => ({
        name,
        id: client_id,
      }));
      return {
        lawChange: toLawChange(row),
        clients: rows.map(toAffectedClient),
        ...besidePage,
        maySignOff: await signsOff(trx, deps, caller),
      };
    });
  },
);
