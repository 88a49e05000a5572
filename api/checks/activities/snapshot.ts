import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Activity } from '#contract/activities.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { displayedValue } from '../../kernel/audit/resource-history.ts';

/** Contents of the snapshot: the activity, its clients and its assessment at completion. */
export interface SnapshotSource {
  takenAt: string;
  activity: object;
  parties: readonly object[];
  clients: readonly Client[];
  /** The assessment as stored, or null if the activity was declined without one. */
  assessment: object | null;
  /** Records that replace CDD on non-cooperating parties; omitted if there are none. */
  nonCooperation?: readonly object[] | undefined;
  /** Arrangements with other participants of the sale; omitted if there are none. */
  arrangements?: readonly object[] | undefined;
}

/** Writes a snapshot in the one form that canonical JSON has, with its SHA-256 in hex. */
export function createSnapshot(source: SnapshotSource): { content: string; hash: string } {
  // Values without a JSON representation, such as an address without a suburb, are omitted as on the wire.
  const content = canonicalJson(JSON.parse(JSON.stringify({ format: 1, ...source })));
  return { content, hash: createHash('sha256').update(content).digest('hex') };
}

const savedClients = z.object({
  clients: z.array(z.looseObject({ id: z.string(), displayName: z.string() })),
});

/** Fields that change automatically or with any other field, and do not describe the client. */
const unremarkable = [
  'id',
  'version',
  'displayName',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'responsible',
  'tags',
];

function getFields(client: Record<string, unknown>): Map<string, string | null> {
  const fields = new Map<string, string | null>();
  for (const [field, value] of Object.entries(client)) {
    if (unremarkable.includes(field)) continue;
    const isPart =
      (field === 'individual' || field === 'business') && value !== null && typeof value === 'object';
    if (!isPart) {
      fields.set(field, displayedValue(value));
      continue;
    }
    for (const [name, part] of Object.entries(value)) fields.set(`${field}.${name}`, displayedValue(part));
  }
  return fields;
}

function differences(then: Record<string, unknown>, today: Record<string, unknown>) {
  const [before, after] = [getFields(then), getFields(today)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((field) => ({ field, atCompletion: before.get(field) ?? null, today: after.get(field) ?? null }))
    .filter(({ atCompletion, today: now }) => atCompletion !== now);
}

/**
 * Differences between the clients of a completed activity and their current records, by field, with the labels of the
 * history.
 */
export function changedSince(content: string, clientsToday: readonly Client[]): Activity['changedSince'] {
  const { clients } = savedClients.parse(JSON.parse(content));
  const today = new Map(clientsToday.map((client) => [client.id, client]));
  return clients.flatMap((then) => {
    const now = today.get(then.id);
    if (now === undefined) return [];
    return differences(then, now).map((difference) => ({
      clientId: now.id,
      name: now.displayName,
      ...difference,
    }));
  });
}

/** Ids of the clients in a snapshot. */
export function getClientIds(content: string): string[] {
  return savedClients.parse(JSON.parse(content)).clients.map(({ id }) => id);
}
