import { readFile } from 'node:fs/promises';
import { formatNumber } from '#rules/format/numbers.ts';
import { headsFileIn } from '../kernel/audit/publish-heads.ts';
import { readPublicKeys } from '../kernel/audit/signing-keys.ts';
import { type PublishedHeads, readPublishedHeads } from '../kernel/audit/verify-batches.ts';
import { type LogReport, verifyChains } from '../kernel/audit/verify-chains.ts';
import type { CommandDeps } from './command-deps.ts';

/** The text of a file; undefined if it does not exist and was not asked for. */
async function readText(path: string, isOptional: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isOptional && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function readSuppliedKeys(path: string) {
  const text = (await readText(path, false)) ?? '';
  try {
    return readPublicKeys(text);
  } catch {
    throw new Error(`${path} holds no Ed25519 public key.`);
  }
}

/** What the batches show, as a sentence. */
function describeBatches({ batches, chains }: LogReport, published: PublishedHeads | undefined): string {
  const unsigned = chains.reduce((sum, { events, signedTo }) => sum + Math.max(0, events - signedTo), 0);
  return [
    `${formatNumber(batches.batches)} signed batches${batches.lastSignedAt ? `, the last at ${batches.lastSignedAt}` : ''}`,
    `${formatNumber(unsigned)} events not signed yet`,
    published === undefined
      ? 'no batches outside the database to compare with'
      : `${formatNumber(published.byNumber.size)} batches outside the database compared`,
  ].join('; ');
}

/**
 * `audit:verify`: verifies chains and signed batches, also against the batches written outside the database (`--heads`, default: the file
 * that this installation writes), with the public key of a file (`--public-key`) or the installation's own keys.
 *
 * @throws Error with what is wrong.
 */
export async function verifyAuditLog(
  { database, auditKeys, signingKeys, headsFolder, now }: CommandDeps,
  args: Readonly<Record<string, string>>,
  say: (text: string) => void,
): Promise<string> {
  const keyFile = args['public-key'];
  const publicKeys =
    keyFile === undefined ? (signingKeys?.publicKeys ?? new Map()) : await readSuppliedKeys(keyFile);
  const headsText = await readText(args.heads ?? headsFileIn(headsFolder), args.heads === undefined);
  const published = headsText === undefined ? undefined : readPublishedHeads(headsText, publicKeys);
  const deps = { auditKeys, publicKeys, signingKeys, published, now };
  const report = await verifyChains(database.db, deps, ({ chain, broken }) => {
    if (broken !== null) say(`${chain}: broken at event ${broken.seq} (${broken.fault})`);
  });
  const { batches, chains, ok } = report;
  if (batches.broken !== null) say(`batch ${batches.broken.number}: broken (${batches.broken.fault})`);
  const events = formatNumber(chains.reduce((sum, chain) => sum + chain.events, 0));
  if (chains.length === 0 && batches.batches === 0 && published === undefined) {
    throw new Error(
      'There are no audit chains in this database, so nothing was verified. Set DATABASE_URL or DATA_DIR to the one that Assay runs with.',
    );
  }
  const broken = chains.filter((chain) => !chain.ok).length;
  if (broken > 0)
    throw new Error(`${broken} of ${chains.length} audit chains failed verification (${events} events).`);
  if (!ok) throw new Error('The signed batches of the audit log failed verification.');
  return `All ${chains.length} audit chains verified (${events} events). ${describeBatches(report, published)}.`;
}
