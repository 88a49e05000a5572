import { legalHoldKinds, suspicionKinds } from '#rules/audit/audit-labels.ts';
import { can, type Permission } from '#rules/permissions.ts';
import type { Trx } from '../database/tables/schema.ts';
import type { MemberCaller } from '../http/bind-endpoint.ts';
import { readSeqsOfTypes } from './record-events-store.ts';

/** Kinds of record that are withheld without a permission. */
const permissions: readonly { kinds: readonly string[]; permission: Permission }[] = [
  { kinds: suspicionKinds, permission: 'suspicions.manage' },
  { kinds: legalHoldKinds, permission: 'legalHolds.manage' },
];

/** Kinds of record of which the member must not learn, not even from a line in the log or a missing number. */
export function withheldKinds(
  { member, company }: Pick<MemberCaller, 'member' | 'company'>,
  now: Date,
): string[] {
  const may = (permission: Permission) =>
    can({ kind: 'member', ...member }, permission, company, now.toISOString()).allowed;
  return permissions.flatMap(({ kinds, permission }) => (may(permission) ? [] : kinds));
}

/**
 * Numbers of events as a reader sees them: 1, 2, 3 … among those that the reader may see, so that no gap reveals a withheld one. Later
 * withheld events change no number.
 */
export interface ReaderNumbers {
  isVisible(seq: number): boolean;
  /** Visible events up to one of the chain. */
  countTo(seq: number): number;
  /** The number of a visible event; a withheld one gets that of the next visible one. */
  toNumber(seq: number): number;
  /** The event of the chain that has a number. */
  toSeq(number: number): number;
}

/** Numbers without the withheld events, given those. */
function createNumbers(withheld: readonly number[]): ReaderNumbers {
  const known = new Set(withheld);
  const sorted = withheld.toSorted((a, b) => a - b);
  const countTo = (seq: number) => {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sorted[middle] ?? 0) <= seq) from = middle + 1;
      else to = middle;
    }
    return seq - from;
  };
  return {
    isVisible: (seq) => !known.has(seq),
    countTo,
    toNumber: (seq) => countTo(seq) + (known.has(seq) ? 1 : 0),
    toSeq(number) {
      let seq = number;
      for (const one of sorted) {
        if (one > seq) break;
        seq += 1;
      }
      return seq;
    },
  };
}

/**
 * Reads the numbers of the company's events for a member, in the log as in every history. Events that are read afterwards may follow
 * withheld ones that are not known here, so numbers that are shown are read after the events.
 */
export async function readReaderNumbers(
  trx: Trx,
  reader: Pick<MemberCaller, 'member' | 'company'>,
  now: Date,
): Promise<ReaderNumbers> {
  const kinds = withheldKinds(reader, now);
  return createNumbers(kinds.length === 0 ? [] : await readSeqsOfTypes(trx, reader.company.id, kinds));
}
