import type { EndpointResponse } from '#contract/endpoint.ts';
import type { listBreaches, PrivacyBreach } from '#contract/privacy/breaches.ts';
import type { readPurgeSchedule } from '#contract/privacy/purges.ts';
import type { listPrivacyRequests } from '#contract/privacy/requests.ts';
import { purgeSchedule } from '#rules/retention/purge-schedule.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { toPage } from '../../kernel/database/keyset.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { readBreaches, readBreachRow } from './breach-store.ts';
import { toBreachDto, toRequestDto } from './dto.ts';
import { readPurgeRuns } from './purge-store.ts';
import { readRequests } from './request-store.ts';

const rowsPerPage = 50;

type Requests = EndpointResponse<typeof listPrivacyRequests>;

/** GET /privacy-breaches. */
export function showBreaches(
  { db, now }: CommandDeps,
  { company }: MemberCaller,
  before: string | undefined,
): Promise<EndpointResponse<typeof listBreaches>> {
  return asTenant(db, company.id, async (trx) => {
    const rows = await readBreaches(trx, { before, limit: rowsPerPage + 1 });
    const { items, next } = toPage(rows, rowsPerPage, ({ id }) => id);
    return { breaches: items.map((row) => toBreachDto(row, company, now())), nextBefore: next };
  });
}

/** GET /privacy-breaches/:id. */
export function showBreach(
  { db, now }: CommandDeps,
  { company }: MemberCaller,
  id: string,
): Promise<PrivacyBreach> {
  return asTenant(db, company.id, async (trx) => {
    const row = await readBreachRow(trx, id);
    if (row === null) throw apiError('record.notFound');
    return toBreachDto(row, company, now());
  });
}

/** GET /privacy-requests, and GET /clients/:id/privacy-requests, which is 404 for an unknown client. */
export function showRequests(
  { db, now }: CommandDeps,
  { company }: MemberCaller,
  { before, clientId }: { before?: string | undefined; clientId?: string },
): Promise<Requests> {
  return asTenant(db, company.id, async (trx) => {
    if (clientId !== undefined && (await readClientById(trx, clientId)) === null) {
      throw apiError('record.notFound');
    }
    const rows = await readRequests(trx, {
      before,
      ...(clientId === undefined ? {} : { clientId }),
      limit: rowsPerPage + 1,
    });
    const { items, next } = toPage(rows, rowsPerPage, ({ id }) => id);
    return { requests: items.map((row) => toRequestDto(row, company, now())), nextBefore: next };
  });
}

/** GET /purge-schedule. */
export function showPurges(
  { db }: CommandDeps,
  { company }: MemberCaller,
): Promise<EndpointResponse<typeof readPurgeSchedule>> {
  return asTenant(db, company.id, async (trx) => {
    const runs = await readPurgeRuns(trx);
    return {
      clocks: purgeSchedule.map(({ job, ...clock }) => ({ ...clock, lastRunAt: runs.get(job) ?? null })),
    };
  });
}
