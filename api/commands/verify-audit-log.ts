import { readFile } from 'node:fs/promises';
import { faultTexts } from '#rules/audit/audit-proofs.mjs';
import { getVerificationReport, type OutsideProblem } from '#rules/audit/verification-report.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { readNextChain } from '../kernel/audit/chain-store.ts';
import { headsFileIn } from '../kernel/audit/publish-heads.ts';
import type { PublicSigningKey, SigningKeys } from '../kernel/audit/signing-keys.ts';
import { readPublishedHeads } from '../kernel/audit/verify-batches.ts';
import { describeBroken, type LogReport, verifyChains } from '../kernel/audit/verify-chains.ts';
import type { VerifyDeps } from '../kernel/audit/verify-deps.ts';
import { asJobs } from '../kernel/database/tenancy.ts';
import type { DatabaseDeps } from './command-deps.ts';
import { readPublicKeyFile } from './public-key-file.ts';

type Args = Readonly<Record<string, string>>;

/** Events may be unsigned for so long: batches are signed hourly. */
const unsignedMs = 2 * 60 * 60 * 1000;

const noChains =
  'There are no audit chains in this database, so nothing was verified. Set DATABASE_URL or DATA_DIR to the one that Assay runs with.';

/** The text of a file; undefined if it does not exist and was not asked for. */
async function readText(path: string, isOptional: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isOptional && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** The private keys that belong to public ones that count. */
function amongKeys(
  signingKeys: SigningKeys | undefined,
  publicKeys: ReadonlyMap<string, PublicSigningKey>,
): SigningKeys | undefined {
  const own = signingKeys?.own.filter(({ id }) => publicKeys.has(id)) ?? [];
  const [current] = own;
  return current === undefined ? undefined : { current, own, publicKeys };
}

/** The keys to verify with: those of a file alone, or the installation's. */
async function getKeys(
  { database, signingKeys }: Pick<DatabaseDeps, 'database' | 'signingKeys'>,
  keyFile: string | undefined,
): Promise<Pick<VerifyDeps, 'publicKeys' | 'signingKeys'>> {
  if (keyFile !== undefined) {
    const publicKeys = await readPublicKeyFile(keyFile);
    return { publicKeys, signingKeys: amongKeys(signingKeys, publicKeys) };
  }
  if (signingKeys === undefined) {
    if ((await asJobs(database.db, (trx) => readNextChain(trx, ''))) === null) throw new Error(noChains);
    throw new Error(
      'There is no public key, so nothing was verified. Enter one as --public-key FILE, or set AUDIT_SIGNING_KEY. Every installation publishes its own at /api/v1/audit-signing-keys.',
    );
  }
  return { publicKeys: signingKeys.publicKeys, signingKeys };
}

const sum = <T>(items: readonly T[], count: (item: T) => number) =>
  items.reduce((total, item) => total + count(item), 0);

/** The first of several times; null if there is none. */
const getFirst = (times: readonly (string | null)[]) =>
  times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);

/** Says what was compared and what was not, as the settings page does. */
function sayReport(
  { batches, chains }: LogReport,
  deps: VerifyDeps,
  problem: OutsideProblem | null,
  say: (text: string) => void,
): void {
  const { compared, notCompared } = getVerificationReport({
    events: sum(chains, ({ events }) => events),
    detailsDestroyed: sum(chains, ({ detailsDestroyed }) => detailsDestroyed),
    signedEvents: sum(chains, ({ signedTo }) => signedTo),
    unsignedSince: getFirst(chains.map(({ unsignedSince }) => unsignedSince)),
    comparesHeadCodes: deps.signingKeys !== undefined,
    formerHeads: {
      compared: sum(chains, ({ formerHeads }) => formerHeads.compared),
      notCompared: sum(chains, ({ formerHeads }) => formerHeads.notCompared),
    },
    batches: batches.batches,
    outside: { compared: batches.compared, problem },
  });
  for (const text of compared) say(`Compared: ${text}.`);
  for (const text of notCompared) say(`Not compared: ${text}.`);
}

/** @throws Error with what is broken. */
function requireWhole({ ok, chains, batches }: LogReport): void {
  if (ok) return;
  const broken = chains.filter((chain) => !chain.ok).length;
  throw new Error(
    broken > 0
      ? `${broken} of ${chains.length} audit chains failed verification.`
      : `The signed batches of the audit log failed verification at batch ${batches.broken?.number}.`,
  );
}

/** @throws Error for what was not compared and is not accepted, with what to do. */
function requireCompared({ chains, batches }: LogReport, now: Date, args: Args): void {
  const since = getFirst(chains.map(({ unsignedSince }) => unsignedSince));
  const isOld = since !== null && Date.parse(since) < now.getTime() - unsignedMs;
  if (isOld && args['allow-unsigned'] !== 'true') {
    throw new Error(
      `Nothing is wrong with what was compared, but events since ${since} are not signed, so they may have been rewritten. Batches are signed hourly: check that the jobs run, and that no batch was deleted. --allow-unsigned accepts it.`,
    );
  }
  if (batches.compared === 0 && args['without-heads'] !== 'true') {
    throw new Error(
      'Nothing is wrong with what was compared, but no batches outside the database were, so a deletion of the newest ones cannot be found. Enter their file as --heads FILE, from AUDIT_HEADS_DIR or a receiver. --without-heads accepts it.',
    );
  }
}

/**
 * `audit:verify`: verifies chains and signed batches, also against the batches written outside the database (`--heads`, default: the file
 * that this installation writes), with the public keys of a file alone (`--public-key`) or the installation's own. Fails where events
 * older than two hours are not signed, unless `--allow-unsigned`, and without batches outside the database, unless `--without-heads`.
 *
 * @throws Error with what is wrong.
 */
export async function verifyAuditLog(
  { database, auditKeys, signingKeys, headsFolder, now }: DatabaseDeps,
  args: Args,
  say: (text: string) => void,
): Promise<string> {
  const keys = await getKeys({ database, signingKeys }, args['public-key']);
  const headsText = await readText(args.heads ?? headsFileIn(headsFolder), args.heads === undefined);
  const published = headsText === undefined ? undefined : readPublishedHeads(headsText);
  const deps: VerifyDeps = { auditKeys, ...keys, published, now };
  const report = await verifyChains(database.db, deps, ({ chain, broken }) => {
    if (broken !== null) say(describeBroken(chain, broken));
  });
  const { batches, chains } = report;
  if (batches.broken !== null)
    say(`batch ${batches.broken.number}: broken: ${faultTexts[batches.broken.fault]}`);
  if (chains.length === 0 && batches.batches === 0 && batches.ok && published === undefined) {
    throw new Error(noChains);
  }
  requireWhole(report);
  sayReport(report, deps, published === undefined ? 'noFile' : null, say);
  requireCompared(report, now(), args);
  const events = formatNumber(sum(chains, (chain) => chain.events));
  return `All ${chains.length} audit chains verified (${events} events).`;
}
