import type { Kysely } from 'kysely';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { actionLabel, legalHoldKinds, suspicionKinds } from '#rules/audit/audit-labels.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { CompanyKeys } from '../../kernel/keys/company-keys.ts';
import type { Network, NetworkReach } from '../../kernel/network-reach.ts';
import { toAuditEventDtos } from '../audit-log/log.ts';
import type { LogRow } from '../audit-log/log-store.ts';
import { sendBatch } from './send-batch.ts';
import { claimStream, listDueStreams, readEventsAfter, type StreamRow, saveOutcome } from './store.ts';
import { openTarget, type StreamTarget } from './target.ts';

/** The queue of the job. */
export const auditStreamsJob = 'send-audit-streams';

export interface StreamsDeps {
  db: Kysely<Schema>;
  companyKeys: CompanyKeys;
  reach: NetworkReach;
  /** Resolver and connections; default the system’s. */
  network?: Network | undefined;
  now: () => Date;
}

const eventsPerBatch = 500;
const batchesPerRun = 20;
const streamsPerRun = 200;

/** Longer than any attempt. */
const leaseMs = 60_000;

/** Minutes until the next attempt, by the number of failed ones; the last one repeats, without an end. */
const retryMinutes = [1, 5, 15, 60] as const;

/** Kinds of record that members may not all learn of: a receiver has readers of its own. */
const withheldKinds: readonly string[] = [...suspicionKinds, ...legalHoldKinds];

/** Events as JSON lines. Their numbers are left out: gaps would reveal withheld events. */
async function toLines(trx: Trx, companyId: string, rows: readonly LogRow[]): Promise<string> {
  const shown = rows.filter(({ resource_type }) => !withheldKinds.includes(resource_type));
  const events = await toAuditEventDtos(trx, shown);
  return events
    .map(({ seq, action, ...event }, index) => {
      const id = shown[index]?.detail_id;
      const label = actionLabel(action, toActivityNoun(null));
      return `${JSON.stringify({ id, companyId, action, label, ...event })}\n`;
    })
    .join('');
}

interface Batch {
  stream: StreamRow;
  target: StreamTarget | undefined;
  lines: string;
  lastSeq: number;
  isLast: boolean;
}

/** Claims the stream with its next events; undefined if another process has it, or it waits. */
async function claimBatch(
  { db, companyKeys, now }: StreamsDeps,
  companyId: string,
): Promise<Batch | undefined> {
  const leaseEnd = new Date(now().getTime() + leaseMs).toISOString();
  return asTenant(db, companyId, async (trx) => {
    const stream = await claimStream(trx, { now: now().toISOString(), leaseEnd });
    if (stream === undefined) return undefined;
    const rows = await readEventsAfter(trx, companyId, stream.last_seq, eventsPerBatch);
    return {
      stream,
      target: await openTarget(trx, companyKeys, companyId, stream.target),
      lines: await toLines(trx, companyId, rows),
      lastSeq: rows.at(-1)?.seq ?? stream.last_seq,
      isLast: rows.length < eventsPerBatch,
    };
  });
}

/** Sends one batch. @returns whether there is more to send now */
async function sendNext(deps: StreamsDeps, companyId: string): Promise<boolean> {
  const batch = await claimBatch(deps, companyId);
  if (batch === undefined) return false;
  const { stream, target, lines, lastSeq, isLast } = batch;
  const isFormerValid =
    stream.former_until !== null && Date.parse(stream.former_until) > deps.now().getTime();
  const error =
    lines === ''
      ? null
      : target === undefined
        ? 'The URL of the receiver can no longer be read'
        : await sendBatch(target, lines, {
            reach: deps.reach,
            network: deps.network,
            now: deps.now(),
            isFormerValid,
          });
  const at = deps.now();
  await asTenant(deps.db, companyId, (trx) => {
    if (error === null) {
      const delivered = lines === '' ? {} : { delivered_at: at.toISOString(), last_error: null };
      return saveOutcome(trx, stream, {
        attempts: 0,
        due_at: at.toISOString(),
        last_seq: lastSeq,
        ...delivered,
      });
    }
    const attempts = stream.attempts + 1;
    const minutes = retryMinutes[attempts - 1] ?? retryMinutes[retryMinutes.length - 1] ?? 60;
    const due_at = new Date(at.getTime() + minutes * 60_000).toISOString();
    return saveOutcome(trx, stream, { attempts, due_at, failed_at: at.toISOString(), last_error: error });
  });
  return error === null && !isLast;
}

/**
 * Sends each company’s new audit events to its receiver, in order, at least once: a batch whose confirmation is lost is sent again, and
 * events have ids by which receivers can tell. Safe to run concurrently.
 */
export async function sendAuditStreams(deps: StreamsDeps): Promise<{ streams: number; batches: number }> {
  const companies = await listDueStreams(deps.db, deps.now().toISOString(), streamsPerRun);
  let batches = 0;
  for (const companyId of companies) {
    for (let more = true, sent = 0; more && sent < batchesPerRun; sent += 1) {
      more = await sendNext(deps, companyId);
      batches += 1;
    }
  }
  return { streams: companies.length, batches };
}
