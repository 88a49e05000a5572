import { formatNumber } from '#rules/format/numbers.ts';

/** Why no batch was compared with those outside the database. */
export type OutsideProblem = 'noFile' | 'unreadable' | 'noBatches';

/** What a verification of the audit log found, as far as nothing is wrong. */
export interface VerificationFacts {
  events: number;
  /** Events whose details are destroyed, in accordance with the log. */
  detailsDestroyed: number;
  /** Events that are in signed batches, or covered by the heads that a former version signed. */
  signedEvents: number;
  /** Time of the first event that is not, as it is shown; null if all are. */
  unsignedSince: string | null;
  /** Whether the codes of the last events were compared, which needs the private key. */
  comparesHeadCodes: boolean;
  /** Heads that a former version signed with AUDIT_KEY. */
  formerHeads: { compared: number; notCompared: number };
  batches: number;
  /** Batches that were compared with those outside the database, or why none was. */
  outside: { compared: number; problem: OutsideProblem | null };
}

const count = (number: number, one: string, many: string) =>
  `${formatNumber(number)} ${number === 1 ? one : many}`;
const events = (number: number) => count(number, 'event', 'events');
const batches = (number: number) => count(number, 'batch', 'batches');

const outsideProblems: Record<OutsideProblem, string> = {
  noFile: 'there is no file of them on this server',
  unreadable: 'their file on this server cannot be read',
  noBatches: 'none of them is in their file',
};

/** What a verification of the audit log compared, and what it did not and why: the same sentences wherever it is shown. */
export function getVerificationReport(facts: VerificationFacts): {
  compared: string[];
  notCompared: string[];
} {
  const { detailsDestroyed, signedEvents, unsignedSince, formerHeads, outside } = facts;
  const unsigned = Math.max(0, facts.events - signedEvents);
  const isOutside = outside.compared > 0;
  return {
    compared: [
      `${events(facts.events)}: order, hashes, details`,
      ...(detailsDestroyed > 0
        ? [`${events(detailsDestroyed)} with destroyed details: their destruction`]
        : []),
      ...(signedEvents > 0 ? [`${events(signedEvents)} with what was signed of them`] : []),
      ...(facts.comparesHeadCodes ? ['Codes of the last events'] : []),
      ...(formerHeads.compared > 0
        ? [`${count(formerHeads.compared, 'signature', 'signatures')} of a former version`]
        : []),
      ...(facts.batches > 0 ? [`${batches(facts.batches)}: signatures, order`] : []),
      ...(isOutside ? [`${batches(outside.compared)} with those written outside the database`] : []),
    ],
    notCompared: [
      ...(unsigned > 0
        ? [`${events(unsigned)}${unsignedSince === null ? '' : ` since ${unsignedSince}`}: not signed yet`]
        : []),
      ...(isOutside
        ? outside.compared < facts.batches
          ? [`${batches(facts.batches - outside.compared)} with any outside the database: not in their file`]
          : []
        : [`The batches with any outside the database: ${outsideProblems[outside.problem ?? 'noBatches']}`]),
      ...(facts.comparesHeadCodes ? [] : ['Codes of the last events: they need the private key']),
      ...(formerHeads.notCompared > 0
        ? [
            `${count(formerHeads.notCompared, 'signature', 'signatures')} of a former version: they need AUDIT_KEY`,
          ]
        : []),
    ],
  };
}
