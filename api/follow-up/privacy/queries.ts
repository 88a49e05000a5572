import {
  readBreach as breachEndpoint,
  listBreaches as breachesEndpoint,
} from '#contract/privacy/breaches.ts';
import { readPurgeSchedule as purgesEndpoint } from '#contract/privacy/purges.ts';
import {
  listClientPrivacyRequests as ofClientEndpoint,
  listPrivacyRequests as requestsEndpoint,
} from '#contract/privacy/requests.ts';
import { purgeSchedule } from '#rules/retention/purge-schedule.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { readBreaches, readBreachRow } from './breach-store.ts';
import { toBreachDto, toRequestDto } from './dto.ts';
import { readPurgeRuns } from './purge-store.ts';
import { readRequests } from './request-store.ts';

const query = queriesFor<CommandDeps>();

const rowsPerPage = 50;

/** GET /privacy-breaches. */
export const listBreaches = query(
  breachesEndpoint,
  async ({ trx, deps, caller: { company }, query: { before } }) => {
    const rows = await readBreaches(trx, { before, limit: rowsPerPage + 1 });
    const { items, next } = toPage(rows, rowsPerPage, ({ id }) => id);
    return { breaches: items.map((row) => toBreachDto(row, company, deps.now())), nextBefore: next };
  },
);

/** GET /privacy-breaches/:id. */
export const readBreach = query(breachEndpoint, async ({ trx, deps, caller, params }) => {
  const row = await readBreachRow(trx, params.id);
  return row && toBreachDto(row, caller.company, deps.now());
});

/** A page of the requests of all clients or one, newest first. */
async function readRequestPage(
  { trx, deps, caller: { company } }: { trx: Trx; deps: CommandDeps; caller: MemberCaller },
  filter: { before?: string | undefined; clientId?: string },
) {
  const rows = await readRequests(trx, { ...filter, limit: rowsPerPage + 1 });
  const { items, next } = toPage(rows, rowsPerPage, ({ id }) => id);
  return { requests: items.map((row) => toRequestDto(row, company, deps.now())), nextBefore: next };
}

/** GET /privacy-requests. */
export const listPrivacyRequests = query(requestsEndpoint, (context) =>
  readRequestPage(context, { before: context.query.before }),
);

/** GET /clients/:id/privacy-requests. 404 for an unknown client. */
export const listClientPrivacyRequests = query(ofClientEndpoint, async (context) => {
  const { id: clientId } = context.params;
  if ((await readClientById(context.trx, clientId)) === null) return null;
  return readRequestPage(context, { clientId });
});

/** GET /purge-schedule. */
export const readPurgeSchedule = query(purgesEndpoint, async ({ trx }) => {
  const runs = await readPurgeRuns(trx);
  return {
    clocks: purgeSchedule.map(({ job, ...clock }) => ({ ...clock, lastRunAt: runs.get(job) ?? null })),
  };
});
