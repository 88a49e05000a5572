import type { Client } from '#contract/clients/client-record.ts';
import {
  joinProblems,
  type MergeCandidate,
  mergeProblems,
  type ScreeningFacts,
} from '#rules/client-merging/merging.ts';
import type { Work } from '../../kernel/command/work.ts';
import { readClientsById } from '../../records/clients/record/store.ts';
import { type MergeFacts, readMergeFacts } from './store.ts';

/** One of the two records of a merge. */
export interface MergeSide {
  client: Client;
  facts: MergeFacts;
}

/** Both records of a merge, locked, with the version of the surviving one. */
export interface LockedMerge {
  version: number;
  survivor: MergeSide;
  merged: MergeSide;
}

/** Two records of the company, or null if it has not both. */
export async function readSides(
  trx: Work['trx'],
  { id, mergedId }: { id: string; mergedId: string },
): Promise<{ survivor: MergeSide; merged: MergeSide } | null> {
  const clients = await readClientsById(trx, [id, mergedId]);
  const facts = await readMergeFacts(trx, [id, mergedId]);
  const getSide = (wanted: string): MergeSide | null => {
    const client = clients.find((one) => one.id === wanted);
    const known = facts.get(wanted);
    return client === undefined || known === undefined ? null : { client, facts: known };
  };
  const [survivor, merged] = [getSide(id), getSide(mergedId)];
  return survivor === null || merged === null ? null : { survivor, merged };
}

const getCandidate = ({ client, facts }: MergeSide): MergeCandidate => ({ ...client, ...facts });

/**
 * Why they cannot be merged; empty if they can. Says nothing of a legal hold, which is no problem. `taken`: keys of the details whose value
 * is the merged record's.
 */
export function getProblems(
  { survivor, merged }: { survivor: MergeSide; merged: MergeSide },
  taken: readonly string[],
): string[] {
  const problems = mergeProblems(getCandidate(survivor), getCandidate(merged));
  // Records of two kinds are not comparable.
  return problems.length > 0 ? problems : joinProblems(survivor.client, merged.client, taken);
}

/** By what a record was screened. */
export const getScreening = ({ client, facts }: MergeSide): ScreeningFacts => ({
  record: client,
  sanctionsStatus: client.sanctionsStatus,
  isScreeningOutdated: facts.isScreeningOutdated,
});
