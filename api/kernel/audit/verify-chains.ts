import type { Kysely } from 'kysely';
import { faultTexts } from '#rules/audit/audit-proofs.mjs';
import type { Schema } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { readNextChain } from './chain-store.ts';
import { verifyBatches } from './verify-batches.ts';
import type { Broken, Fault, VerifyDeps, Within } from './verify-deps.ts';
import { readBasis, verifyEvents } from './verify-events.ts';

export interface ChainReport {
  /** A company's id, or `platform`. */
  chain: string;
  /** Events verified: all, or those before the first invalid one. */
  events: number;
  /** Events whose detail was destroyed; the chain verifies without them. */
  detailsDestroyed: number;
  /** The last event that a signed batch or head covers. */
  signedTo: number;
  /** Time of the first event that none covers; null if all are covered. */
  unsignedSince: string | null;
  /** Heads that a former version signed. */
  formerHeads: { compared: number; notCompared: number };
  ok: boolean;
  /** The first invalid event, and the reason. */
  broken: Broken | null;
}

/** Where a chain is broken and why, as a line for the operator. */
export const describeBroken = (chain: string, { seq, fault }: Broken): string =>
  `${chain}: broken at event ${seq}: ${faultTexts[fault]}`;

interface BatchReport {
  batches: number;
  /** Batches that were compared with those outside the database. */
  compared: number;
  ok: boolean;
  /** The first invalid batch, and the reason. */
  broken: { number: number; fault: Fault } | null;
  /** Time of the last batch; null without one. */
  lastSignedAt: string | null;
}

/** Verifies one chain, portion by portion. */
async function verifyChain(db: Kysely<Schema>, chain: string, deps: VerifyDeps): Promise<ChainReport> {
  const within: Within = (work) => asJobs(db, work);
  const basis = await readBasis(within, deps, chain);
  const report: ChainReport = {
    chain,
    events: 0,
    detailsDestroyed: 0,
    signedTo: 0,
    unsignedSince: null,
    formerHeads: { compared: basis.formerHeads.size, notCompared: basis.formerUncompared },
    ok: true,
    broken: null,
  };
  for (;;) {
    const portion = await verifyEvents(within, deps, basis, report.events);
    report.events = portion.verifiedTo;
    report.detailsDestroyed += portion.detailsDestroyed;
    report.signedTo = Math.max(report.signedTo, portion.signedTo);
    report.unsignedSince ??= portion.unsignedSince;
    report.broken = portion.broken;
    report.ok = portion.broken === null;
    if (portion.done) return report;
  }
}

async function verifyAllBatches(db: Kysely<Schema>, deps: VerifyDeps): Promise<BatchReport> {
  const report: BatchReport = { batches: 0, compared: 0, ok: true, broken: null, lastSignedAt: null };
  for (;;) {
    const portion = await verifyBatches(db, deps, report.batches);
    report.batches = portion.verifiedTo;
    report.compared += portion.compared;
    report.lastSignedAt = portion.lastSignedAt ?? report.lastSignedAt;
    report.broken = portion.broken;
    report.ok = portion.broken === null;
    if (portion.done) return report;
  }
}

/** Result of verifying the whole log. */
export interface LogReport {
  ok: boolean;
  batches: BatchReport;
  chains: ChainReport[];
}

/**
 * Verifies every chain as `verifyEvents` does, one at a time, then the signed batches. A company since the first batch that has no chain
 * fails.
 *
 * @param onChain called after each chain; all results are also returned.
 */
export async function verifyChains(
  db: Kysely<Schema>,
  deps: VerifyDeps,
  onChain: (report: ChainReport) => void = () => {},
): Promise<LogReport> {
  const chains: ChainReport[] = [];
  const chainAfter = (after: string) => asJobs(db, (trx) => readNextChain(trx, after));
  for (let chain = await chainAfter(''); chain !== null; chain = await chainAfter(chain)) {
    const report = await verifyChain(db, chain, deps);
    // A company of a former version that did nothing has no chain.
    if (report.events === 0 && report.ok) continue;
    chains.push(report);
    onChain(report);
  }
  const batches = await verifyAllBatches(db, deps);
  return { ok: batches.ok && chains.every(({ ok }) => ok), batches, chains };
}
