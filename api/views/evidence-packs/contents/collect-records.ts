import type { Client } from '#contract/clients/client-record.ts';
import type { PackChoice } from '#contract/views/evidence-packs.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';
import { toActivityDto as presentActivity } from '../../../checks/activities/queries.ts';
import { readActivityById, readSnapshot } from '../../../checks/activities/store.ts';
import { toDocumentRequestDto } from '../../../follow-up/document-requests/dto.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { apiError } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { readClientById, readMergedClients } from '../../../records/clients/record/store.ts';
import { getDossier } from './client-dossier.ts';
import type { CollectDeps } from './collect-deps.ts';
import { getCover } from './cover.ts';
import { getAssessments } from './packed-checks.ts';
import { readEach } from './read-all.ts';
import type { PackedRequest, PackRecords } from './records.ts';
import { getAlerts, getRequestIds } from './store.ts';
import { forSubject, getElsewhere, isForSubject } from './subject-access.ts';

type Collected = Omit<PackRecords, 'documents' | 'events'>;

function getRequests(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  ids: readonly string[],
): Promise<PackedRequest[]> {
  return readEach(ids, async (id) => {
    const { actions: _actions, link: _link, ...rest } = await toDocumentRequestDto(trx, deps, caller, id);
    return rest;
  });
}

/** The records that were merged into a client, as they were. */
async function readMerged(trx: Trx, clientId: string): Promise<Client[]> {
  const merged = await readMergedClients(trx, clientId);
  return readEach(merged, async ({ id }) => {
    const client = await readClientById(trx, id);
    if (client === null) throw new Error('A merged client is no client of the company.');
    return client;
  });
}

/** All records of a client or an activity except documents and audit log. Throws 404 for another company's. */
export async function collectRecords(
  trx: Trx,
  deps: CollectDeps,
  caller: MemberCaller,
  what: { packId: string; scope: PackScope; scopeId: string; choice: PackChoice; asAt: string },
): Promise<Collected> {
  const { withNotes } = what.choice;
  if (what.scope === 'client') {
    const client = await readClientById(trx, what.scopeId);
    if (client === null) throw apiError('record.notFound');
    const cover = await getCover(trx, caller, { ...what, subject: client.displayName });
    const isSubjects = isForSubject({ cover });
    const collected = {
      cover,
      activity: null,
      clients: await readEach([client, ...(await readMerged(trx, client.id))], (one) =>
        getDossier(trx, deps, caller, { client: one, capacity: null, activityId: null, withNotes }),
      ),
      requests: await getRequests(trx, deps, caller, await getRequestIds(trx, 'client_id', client.id)),
      alerts: await getAlerts(trx, 'clients', client.id),
      elsewhere: isSubjects ? await getElsewhere(trx, client.id) : null,
    };
    return isSubjects ? forSubject(collected) : collected;
  }
  const stored = await readActivityById(trx, what.scopeId);
  if (stored === null) throw apiError('record.notFound');
  const {
    transitions: _transitions,
    progress: _progress,
    ...record
  } = await presentActivity(trx, deps, caller, stored);
  const snapshot = await readSnapshot(trx, record.id);
  const clients = await readEach(record.parties, async ({ clientId, capacity }) => {
    const client = await readClientById(trx, clientId);
    if (client === null) throw new Error('A party of an activity is no client of the company.');
    return getDossier(trx, deps, caller, { client, capacity, activityId: record.id, withNotes });
  });
  return {
    cover: await getCover(trx, caller, { ...what, subject: `${record.reference} ${record.name}` }),
    activity: {
      record,
      snapshot: snapshot === undefined ? null : JSON.parse(snapshot),
      assessments: await getAssessments(trx, deps, caller, {
        resourceType: 'activities',
        resourceId: record.id,
        withNotes,
      }),
    },
    clients,
    requests: await getRequests(trx, deps, caller, await getRequestIds(trx, 'activity_id', record.id)),
    alerts: await getAlerts(trx, 'activities', record.id),
    elsewhere: null,
  };
}
