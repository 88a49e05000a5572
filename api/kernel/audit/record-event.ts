import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { AuditEventsTable } from '../database/tables/foundation-tables.ts';
import type { Trx } from '../database/tables/schema.ts';
import { getDetailDigest, hashEvent, platformChain } from './chain.ts';
import { type ChainHead, insertChain, insertEvents, lockHead } from './chain-store.ts';
import { wellFormed, writableDetail } from './detail.ts';
import { nextMac } from './head-mac.ts';

export interface AuditEventInput {
  /** Company of the chain; null for the platform's own. */
  companyId: string | null;
  /** Actor and their role at the time: `owner`, `member`, `admin`, a job's name. */
  actor: { type: AuditEventsTable['actor_type']; id: string; role: string };
  /** The event's name, such as `client.updated`. */
  action: string;
  resourceType: string;
  resourceId: string;
  /** The actor's reason, as entered. */
  reason?: string | null;
  /** Values before and after; see `changesBetween`. Never a secret. */
  detail: Record<string, unknown>;
  requestId: string;
  /** Where the request came from; absent for jobs. */
  origin?: EventOrigin | undefined;
}

/** Where a request came from. */
export interface EventOrigin {
  /** Identifies the session without revealing its token; null without a session. */
  sessionId: string | null;
  /** IP address of the browser. */
  clientAddress: string;
}

/** Locks the chain until the transaction ends: concurrent writers wait, so that no number is skipped or used twice. */
async function lockChain(trx: Trx, chain: string): Promise<ChainHead & { mac: string | null }> {
  const head = await lockHead(trx, chain);
  if (head) return head;
  await insertChain(trx, chain);
  const created = await lockHead(trx, chain);
  if (!created)
    throw new Error(`The audit chain ${chain} cannot be reached with the rights of this transaction.`);
  return created;
}

/**
 * The origin as part of an event. A recipient's address is stored with the details, which are destroyed with the client; a platform
 * admin's is recorded in the platform's chain only.
 */
function statedOrigin({ actor, origin }: AuditEventInput, chain: string): EventOrigin | undefined {
  const isWithheld = actor.type === 'client' || (actor.type === 'admin' && chain !== platformChain);
  return isWithheld ? undefined : origin;
}

/** A statement accepts 65,535 parameters. */
const maxEventsPerStatement = 1000;

/** The destroyable part of an event, with its digest and the digest's key. */
function sealDetail(input: AuditEventInput) {
  const part = {
    detail: writableDetail(input.detail),
    reason: input.reason == null ? null : wellFormed(input.reason),
    clientAddress: input.actor.type === 'client' ? (input.origin?.clientAddress ?? null) : null,
  };
  const key = randomBytes(32).toString('base64');
  return { id: uuidv7(), part, key, digest: getDetailDigest(part, key, 2) };
}

/** Adds events to one chain, whose head stays locked until the transaction ends. */
async function appendToChain(
  trx: Trx,
  { now }: { now: () => Date },
  chain: string,
  inputs: readonly AuditEventInput[],
): Promise<RecordedEvent[]> {
  const details = inputs.map(sealDetail);
  const locked = await lockChain(trx, chain);
  let head: ChainHead = locked;
  // Read after locking the head, so that times never decrease along a chain.
  const at = now().toISOString();
  const events = inputs.map((input, index) => {
    const detail = details[index] as (typeof details)[number];
    const origin = statedOrigin(input, chain);
    const unhashed = {
      chain,
      seq: head.seq + 1,
      at,
      actor_type: input.actor.type,
      actor_id: input.actor.id,
      actor_role: input.actor.role,
      action: input.action,
      resource_type: input.resourceType,
      resource_id: input.resourceId,
      reason: null,
      detail_id: detail.id,
      detail_digest: detail.digest,
      request_id: input.requestId,
      prev_hash: head.hash,
      format: 2 as const,
      session_id: origin?.sessionId ?? null,
      client_address: origin?.clientAddress ?? null,
    };
    const event = { ...unhashed, hash: hashEvent(unhashed) };
    head = event;
    return event;
  });
  const next = { chain, seq: head.seq, hash: head.hash };
  const mac = await nextMac(trx, { ...locked, chain }, next, new Date(at));
  await insertEvents(trx, chain, {
    details: details.map(({ id, part: { detail, reason, clientAddress }, key }) => ({
      id,
      chain,
      detail: JSON.stringify(detail),
      detail_key: key,
      reason,
      client_address: clientAddress,
    })),
    events,
    head: { ...next, mac },
  });
  return events.map(({ seq, hash }) => ({ seq, at, hash }));
}

/** A recorded event's number, time and hash. */
export interface RecordedEvent {
  seq: number;
  at: string;
  hash: string;
}

/**
 * Adds events to their chains in order, in the caller's transaction, so that they exist if and only if the change does.
 * Call it last: from here to COMMIT all other commands of the company wait.
 *
 * @throws TypeError for a field named like a secret, or a detail that JSON cannot express.
 */
export async function recordEvents(
  trx: Trx,
  deps: { now: () => Date },
  inputs: readonly AuditEventInput[],
): Promise<RecordedEvent[]> {
  const recorded: RecordedEvent[] = [];
  for (let from = 0; from < inputs.length; ) {
    const chain = inputs[from]?.companyId ?? platformChain;
    // The run of consecutive events in one chain.
    let to = from + 1;
    while (
      to < inputs.length &&
      to - from < maxEventsPerStatement &&
      (inputs[to]?.companyId ?? platformChain) === chain
    ) {
      to += 1;
    }
    recorded.push(...(await appendToChain(trx, deps, chain, inputs.slice(from, to))));
    from = to;
  }
  return recorded;
}

/** Adds one event to its chain; see `recordEvents`. */
export async function recordEvent(
  trx: Trx,
  deps: { now: () => Date },
  input: AuditEventInput,
): Promise<RecordedEvent> {
  const [event] = await recordEvents(trx, deps, [input]);
  if (event === undefined) throw new Error('An event was not recorded.');
  return event;
}
