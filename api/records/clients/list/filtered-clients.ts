import { maxBulkClients, maxFilteredClients } from '#rules/clients/client-batches.ts';
import { callerActor } from '../../../kernel/command/caller-actor.ts';
import { inWork, type Work } from '../../../kernel/command/work.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import { invalid } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import type { ClientsDeps } from '../record/queries.ts';
import { type BatchEnd, exportBatch, exportIds, searchToExport } from './export-store.ts';
import { resolveFilters } from './list.ts';
import { fewMatches, listPage } from './list-store.ts';
import { getSearchQueries } from './search-query.ts';

/** Clients of one transaction. */
const clientsPerBatch = 50;

/**
 * Ids of all clients that match a filter, at most 10,000, in the order of their names.
 * @throws `request.invalid` for more clients than the page showed, or than one action may have
 */
export async function filteredClientIds(
  trx: Trx,
  { now }: Pick<ClientsDeps, 'now'>,
  caller: MemberCaller,
  form: { filters: Parameters<typeof resolveFilters>[0]; confirmedTotal: number },
): Promise<string[]> {
  const { filters, text } = resolveFilters(form.filters, caller, now());
  const [query] = text === undefined ? [] : await getSearchQueries(trx, [text]);
  const search = query && (await searchToExport(trx, filters, query, fewMatches));
  const ids = await exportIds(trx, { filters, search, limit: maxBulkClients + 1 });
  if (ids.length > maxBulkClients) {
    throw invalid(
      `At most ${maxBulkClients.toLocaleString('en-NZ')} clients at once. Narrow the filter.`,
      'filters',
    );
  }
  if (ids.length > form.confirmedTotal) {
    const clients = ids.length === 1 ? 'client' : 'clients';
    throw invalid(
      `The filter has ${ids.length} ${clients} now. Review the list, then start again.`,
      'filters',
    );
  }
  return ids;
}

/**
 * Changes all clients that match a filter, in transactions of a few dozen.
 * @throws `request.invalid` for more clients than the page showed, or than one request may change.
 * @param form.verb in the message that requests another review.
 * @param steps.prepare reads, before the first batch, the data that every batch needs; may throw.
 */
export async function changeFilteredClients<Target>(
  deps: ClientsDeps,
  caller: MemberCaller,
  form: { filters: Parameters<typeof resolveFilters>[0]; confirmedTotal: number; verb: string },
  steps: {
    prepare: (trx: Trx) => Promise<Target>;
    change: (
      work: Work,
      batch: Awaited<ReturnType<typeof exportBatch>>['clients'],
      target: Target,
    ) => Promise<void>;
  },
): Promise<void> {
  const { filters, sort, text } = resolveFilters(form.filters, caller, deps.now());
  const { search, target } = await asTenant(deps.db, caller.company.id, async (trx) => {
    const searchQuery = text === undefined ? undefined : (await getSearchQueries(trx, [text]))[0];
    const { total } = await listPage(trx, { filters, sort, search: searchQuery, place: undefined, limit: 1 });
    if (total.count > maxFilteredClients) {
      throw invalid(
        `At most ${maxFilteredClients} clients at once. Narrow the filter, or select clients.`,
        'filters',
      );
    }
    if (total.count > form.confirmedTotal) {
      const clients = total.count === 1 ? 'client' : 'clients';
      throw invalid(
        `The filter has ${total.count} ${clients} now. Review the list, then ${form.verb}.`,
        'filters',
      );
    }
    return {
      search: searchQuery && (await searchToExport(trx, filters, searchQuery, fewMatches)),
      target: await steps.prepare(trx),
    };
  });
  let after: BatchEnd | undefined;
  do {
    const from = after;
    after = await inWork(deps, callerActor(caller), async (work) => {
      const batch = await exportBatch(work.trx, { filters, search, after: from, limit: clientsPerBatch });
      if (batch.clients.length > 0) await steps.change(work, batch.clients, target);
      return batch.end;
    });
  } while (after !== undefined);
}
