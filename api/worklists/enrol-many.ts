import type { z } from 'zod';
import type {
  EnrolmentResult,
  enrolFilteredClients as filteredEndpoint,
  enrolClients as tickedEndpoint,
} from '#contract/enrolments.ts';
import { mostFilteredClients } from '#rules/client-batches.ts';
import { type BatchEnd, exportBatch, searchToExport } from '../clients/export-store.ts';
import { resolveFilters } from '../clients/list.ts';
import { fewMatches, listPage } from '../clients/list-store.ts';
import { searchQueriesOf } from '../clients/search-query.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { type EnrolmentCandidate, lockForEnrolment } from './enrolment-store.ts';
import { enrolLocked, refusalOf, requireWorklist } from './enrolments.ts';
import type { WorklistsDeps } from './service.ts';
import type { WorklistRow } from './store.ts';

/** Clients of one transaction. */
const clientsPerBatch = 50;

type Trx = Parameters<typeof lockForEnrolment>[0];

async function enrolBatch(
  trx: Trx,
  deps: WorklistsDeps,
  caller: MemberCaller,
  worklist: WorklistRow,
  clients: readonly EnrolmentCandidate[],
): Promise<EnrolmentResult> {
  const refused = clients.filter((client) => refusalOf(client) !== undefined);
  const wanted = clients.filter((client) => refusalOf(client) === undefined);
  const others = wanted.filter(({ worklistId }) => worklistId !== worklist.id);
  await enrolLocked(trx, deps, caller, worklist, others);
  return {
    enrolled: others.length,
    unchanged: wanted.length - others.length,
    notEnrolled: refused.map((client) => ({
      id: client.id,
      name: client.name,
      reason: refusalOf(client) ?? '',
    })),
  };
}

/** POST /clients/enrol: in one transaction. */
export function enrolTicked(
  deps: WorklistsDeps,
  caller: MemberCaller,
  form: z.output<typeof tickedEndpoint.body>,
): Promise<EnrolmentResult> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { body: form, status: 200 }, async () => {
      const worklist = await requireWorklist(trx, form.worklistId);
      const ids = [...new Set(form.clientIds)];
      const clients = await lockForEnrolment(trx, ids);
      // Another company's client is nobody's here, and is answered as what never was.
      if (clients.length < ids.length) throw refuse('record.notFound');
      return enrolBatch(trx, deps, caller, worklist, clients);
    }),
  );
}

/**
 * POST /clients/enrol-filtered: every client that meets the filter, in transactions of a few dozen. Refuses with `request.invalid` a
 * filter with more clients than a person was told of, or than one request may change.
 */
export async function enrolFiltered(
  deps: WorklistsDeps,
  caller: MemberCaller,
  form: z.output<typeof filteredEndpoint.body>,
): Promise<EnrolmentResult> {
  const companyId = caller.company.id;
  const { filters, sort, text } = resolveFilters(form.filters, caller, deps.now());
  const { search, worklist } = await asTenant(deps.db, companyId, async (trx) => {
    const asked = text === undefined ? undefined : (await searchQueriesOf(trx, [text]))[0];
    const { total } = await listPage(trx, { filters, sort, search: asked, place: undefined, limit: 1 });
    const refusal =
      total.count > mostFilteredClients || total.capped
        ? `At most ${mostFilteredClients} clients at once. Narrow the filter, or tick clients.`
        : total.count > form.shownTotal
          ? `The filter has ${total.count} ${total.count === 1 ? 'client' : 'clients'} now. Look again, then enrol.`
          : undefined;
    if (refusal !== undefined) throw refuse('request.invalid', { fields: { filters: [refusal] } });
    return {
      search: asked && (await searchToExport(trx, filters, asked, fewMatches)),
      worklist: await requireWorklist(trx, form.worklistId),
    };
  });
  const result: EnrolmentResult = { enrolled: 0, unchanged: 0, notEnrolled: [] };
  let after: BatchEnd | undefined;
  do {
    const from = after;
    after = await asTenant(deps.db, companyId, async (trx) => {
      const batch = await exportBatch(trx, { filters, search, after: from, limit: clientsPerBatch });
      const clients = await lockForEnrolment(
        trx,
        batch.clients.map(({ id }) => id),
      );
      if (clients.length === 0) return undefined;
      const part = await enrolBatch(trx, deps, caller, worklist, clients);
      result.enrolled += part.enrolled;
      result.unchanged += part.unchanged;
      result.notEnrolled.push(...part.notEnrolled);
      return batch.end;
    });
  } while (after !== undefined);
  return result;
}
