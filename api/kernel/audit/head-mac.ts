import type { Trx } from '../database/tables/schema.ts';
import { isFormerEvent, readFirstSigning } from './batch-store.ts';
import { getHeadMac, type Head, installedSigningKeys, isHeadAuthentic } from './signing-keys.ts';

/** After the first batch a former version may still run beside this one for so long. */
const transitionMs = 24 * 60 * 60 * 1000;

/** Whether a head may lack its authentication code: its last event is of format 1, and the change of version is at most a day ago. */
export function mayLackMac(isFormer: boolean, firstSignedAt: string | null, now: Date): boolean {
  return isFormer && (firstSignedAt === null || now.getTime() < Date.parse(firstSignedAt) + transitionMs);
}

/**
 * Message authentication code of a chain's next head. It is computed only if the current head is authentic. On a forged head the former
 * code is returned unchanged; it matches no later head, so verification fails from then on.
 */
export async function nextMac(
  trx: Trx,
  before: Head & { mac: string | null },
  next: Head,
  now: Date,
): Promise<string | null> {
  const keys = installedSigningKeys();
  if (keys === undefined) return before.mac;
  const follows =
    before.seq === 0 ||
    isHeadAuthentic(before, before.mac, keys) ||
    mayLackMac(await isFormerEvent(trx, before.chain, before.seq), await readFirstSigning(trx), now);
  return follows ? getHeadMac(next, keys.current) : before.mac;
}
