import type { z } from 'zod';
import { readAuditKeys as keysEndpoint, verifyAuditLog as verifyEndpoint } from '#contract/platform/audit.ts';
import { readPartSigning } from '../../kernel/audit/batch-store.ts';
import { readHeadsFile } from '../../kernel/audit/publish-heads.ts';
import { type ReaderNumbers, readReaderNumbers } from '../../kernel/audit/reader-numbers.ts';
import { verifyBatches } from '../../kernel/audit/verify-batches.ts';
import type { VerifyDeps, Within } from '../../kernel/audit/verify-deps.ts';
import { type ChainBasis, readBasis, verifyEvents } from '../../kernel/audit/verify-events.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { AuditLogDeps } from './log.ts';

type Verification = z.output<typeof verifyEndpoint.response>;

const handler = handlersFor<AuditLogDeps>();

const noEvents = {
  broken: null,
  detailsDestroyed: 0,
  signedTo: 0,
  unsignedSince: null,
  lastSigned: null,
  formerHeads: { compared: 0, notCompared: 0 },
};

/** The last signed event that the reader sees, and when it was signed: later signatures cover withheld events alone. */
async function readLastSigned(
  within: Within,
  { chain, newestPart, lastFormer }: ChainBasis,
  numbers: ReaderNumbers,
): Promise<Verification['lastSigned']> {
  const signed = numbers.countTo(newestPart);
  if (signed > 0) {
    const part = await within((trx) => readPartSigning(trx, chain, numbers.toSeq(signed)));
    return part === undefined ? null : { at: part.at, seq: signed };
  }
  const former = lastFormer === null ? 0 : numbers.countTo(lastFormer.seq);
  return lastFormer === null || former === 0 ? null : { at: lastFormer.at, seq: former };
}

/** The next portion of the company's events. Numbers are those of the reader. */
async function verifyOwnEvents(
  deps: AuditLogDeps,
  verifying: VerifyDeps,
  caller: MemberCaller,
  after: number,
) {
  const chain = caller.company.id;
  const within: Within = (work) => asTenant(deps.db, chain, work);
  const readNumbers = () => within((trx) => readReaderNumbers(trx, caller, deps.now()));
  const basis = await readBasis(within, verifying, chain, true);
  const known = await readNumbers();
  // Of later events it is not known whether they are visible.
  const isCounted = (seq: number) => seq <= (basis.head?.seq ?? 0) && known.isVisible(seq);
  let portion = await verifyEvents(within, verifying, basis, after === 0 ? 0 : known.toSeq(after), isCounted);
  // A portion of withheld events alone would be asked for again for ever.
  while (!portion.done && known.countTo(portion.verifiedTo) <= after)
    portion = await verifyEvents(within, verifying, basis, portion.verifiedTo, isCounted);
  const { broken } = portion;
  const numbers = await readNumbers();
  return {
    verifiedTo: numbers.countTo(portion.verifiedTo),
    isEnd: portion.done,
    broken: broken && { seq: numbers.toNumber(broken.seq), fault: broken.fault },
    detailsDestroyed: portion.detailsDestroyed,
    signedTo: numbers.countTo(portion.signedTo),
    unsignedSince: portion.unsignedSince,
    lastSigned: await readLastSigned(within, basis, numbers),
    formerHeads: { compared: basis.formerHeads.size, notCompared: basis.formerUncompared },
  };
}

/** The next portion of all batches, also against those in the file of this machine. */
async function verifyTheBatches(
  deps: AuditLogDeps,
  verifying: VerifyDeps,
  after: number,
): Promise<NonNullable<Verification['batches']>> {
  const { published, problem } = await readHeadsFile(deps.headsFolder);
  const { verifiedTo, done, broken, compared } = await verifyBatches(
    deps.db,
    { ...verifying, published },
    after,
  );
  return { verifiedTo, done, broken, compared, problem };
}

/**
 * GET /audit-log/verification: the next portion of the company's events as `audit:verify` verifies them, and with the last one, or after
 * `afterBatch`, of the batches of the installation, of which it states only whether they hold. `next` asks for the portion after it.
 */
export const verifyAuditLog = handler(verifyEndpoint, async (deps, { query }, caller) => {
  const { after, afterBatch } = query;
  const { auditKeys, signingKeys, now } = deps;
  const verifying: VerifyDeps = { auditKeys, signingKeys, publicKeys: signingKeys.publicKeys, now };
  const { isEnd, ...events } =
    afterBatch === undefined
      ? await verifyOwnEvents(deps, verifying, caller, after)
      : { ...noEvents, verifiedTo: after, isEnd: true };
  const { verifiedTo, broken } = events;
  if (broken !== null) return { ...events, done: true, batches: null, next: null };
  if (!isEnd) return { ...events, done: false, batches: null, next: { after: verifiedTo } };
  const batches = await verifyTheBatches(deps, verifying, afterBatch ?? 0);
  const next = batches.done ? null : { after: verifiedTo, afterBatch: batches.verifiedTo };
  return { ...events, done: batches.done, batches, next };
});

/** GET /audit-signing-keys: the public keys that verify signed batches and evidence packs. */
export const readAuditKeys = handler(keysEndpoint, async ({ signingKeys }) => ({
  keys: [...signingKeys.publicKeys.values()].map(({ id, publicKey }) => ({
    id,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  })),
}));
