import {
  type PepStatus,
  type RiskLevel,
  riskLevelLabels,
  type SanctionsStatus,
} from '#rules/clients/client-types.ts';
import { countsAsForeignPep, isExposed, type PepOf } from '#rules/pep.ts';
import type { ScreeningGap } from '#rules/required-lists.ts';
import type { ConfirmedSanction } from '#rules/sanctions.ts';
import type { ListingTopic } from '#rules/screening/screening-records.ts';
import type { MatchStatus } from './match-labels.ts';

export interface ConfirmedMatch {
  status: MatchStatus;
  topics: readonly ListingTopic[];
  /** Kind of the PEP, or of the PEP whose relative or close associate the person is, as decided; null if not recorded. */
  pepOf?: PepOf | null;
}

const has = (matches: readonly ConfirmedMatch[], topic: ListingTopic, ...statuses: MatchStatus[]) =>
  matches.some(({ status, topics }) => topics.includes(topic) && statuses.includes(status));

/**
 * A client's sanctions status by its matches: confirmed takes precedence over undecided. Without either it is clear
 * once a screening against sanctions lists has run, else not checked; and incomplete if a required list was inactive or
 * out of date at that screening.
 */
export function getSanctionsStatus(
  matches: readonly ConfirmedMatch[],
  {
    wasScreened,
    before,
    gaps,
  }: { wasScreened: boolean; before: SanctionsStatus; gaps: readonly ScreeningGap[] },
): SanctionsStatus {
  if (has(matches, 'sanction', 'truePositive')) return 'confirmed';
  if (has(matches, 'sanction', 'pending', 'possible')) return 'potential';
  if (!wasScreened && before === 'notChecked') return before;
  return gaps.length > 0 ? 'incomplete' : 'clear';
}

/** PEP status that confirming a match sets; null if the entity is not listed as exposed. */
export function getMatchPepStatus(topics: readonly ListingTopic[], pepOf: PepOf): PepStatus | null {
  if (topics.includes('pep')) return pepOf;
  return topics.includes('rca') ? 'relativeOrAssociate' : null;
}

/** A political exposure as recorded for a client. */
interface Exposure {
  pepStatus: PepStatus;
  /** Kind of the PEP whose relative or close associate the person is; null for others, and if not recorded. */
  pepOf: PepOf | null;
}

/**
 * Strictest first: foreign exposure sets a minimum risk level; a person's own office precedes that of a relative or
 * associate.
 */
const exposureOrder = ({ pepStatus, pepOf }: Exposure): number => {
  const isClose = pepStatus === 'relativeOrAssociate';
  const kind = isClose ? (pepOf ?? 'foreign') : pepStatus;
  return ['foreign', 'domestic', 'internationalOrganisation'].indexOf(kind) * 2 + (isClose ? 1 : 0);
};

/** Negative if the first of two exposures is the stricter one. */
export const compareExposures = (a: Exposure, b: Exposure): number => exposureOrder(a) - exposureOrder(b);

/**
 * The strictest political exposure of a client's confirmed matches and of its recorded finding, regardless of the order of decisions. Null if none
 * is of an exposed person. For a match confirmed before kinds were recorded, the client's recorded exposure applies.
 */
export function getMatchExposure(
  matches: readonly ConfirmedMatch[],
  recorded: Exposure,
  finding: Exposure | null = null,
): Exposure | null {
  const exposures = matches.flatMap(({ status, topics, pepOf }): Exposure[] => {
    if (status !== 'truePositive') return [];
    const pepStatus = getMatchPepStatus(topics, pepOf ?? 'foreign');
    if (pepStatus === null) return [];
    if (!pepOf && isExposed(recorded.pepStatus)) return [recorded];
    return [{ pepStatus, pepOf: pepStatus === 'relativeOrAssociate' ? (pepOf ?? null) : null }];
  });
  if (finding !== null && isExposed(finding.pepStatus)) exposures.push(finding);
  return exposures.sort(compareExposures)[0] ?? null;
}

/** Consequence of confirming a match of an exposed person of a kind. NZ s22(2), s26; AU s32(c), Rules 5-5, 6-23. */
export function pepConsequence(pepOf: PepOf): string {
  return pepOf === 'foreign'
    ? 'The risk is at least high and CDD is enhanced, with source of wealth and funds and a senior manager’s approval (NZ s22(2), s26; AU s32(c)).'
    : 'Sets no minimum level of risk. Take it into account in the risk assessment: at high risk, source of wealth and funds and a senior manager’s approval are required in Australia (AU Rules 5-5, 6-23).';
}

export interface RiskFloor {
  level: RiskLevel;
  /** Text that follows "because": `a sanctions match is confirmed`. */
  reason: string;
}

/** Reason for which the risk of a merged record holds, in the form of `RiskFloor`. */
export const getHeldReason = (name: string, level: RiskLevel): string =>
  `${name}, merged into this client, is of ${riskLevelLabels[level].toLowerCase()} risk and the client was not assessed since`;

/**
 * Minimum risk level of a client with these confirmed matches; null if they set none. A sanctions match of a related party counts for the
 * client, on any list. Once a match of an exposed person is confirmed, foreign exposure counts: that of any match, and that on record, whichever
 * was first. A match of another kind lowers neither. Only withdrawing the decision lifts the floor, or another finding where the exposure was found
 * without the match. NZ s22(2) and s26, AU s32 for foreign politically exposed persons.
 */
export function getRiskFloor(facts: {
  clientId: string;
  /** Confirmed matches of the client and its related parties. */
  sanctions: readonly Pick<ConfirmedSanction, 'clientId' | 'name'>[];
  /** Of the client itself. */
  matches: readonly ConfirmedMatch[];
  pepStatus: PepStatus;
  pepOf: PepOf | null;
}): RiskFloor | null {
  const { clientId, sanctions, matches, pepStatus } = facts;
  if (sanctions.some((sanction) => sanction.clientId === clientId)) {
    return { level: 'high', reason: 'a sanctions match is confirmed' };
  }
  const [related] = sanctions;
  if (related !== undefined) {
    return { level: 'high', reason: `a sanctions match on ${related.name}, a related party, is confirmed` };
  }
  const exposed = matches.filter(
    ({ status, topics }) => status === 'truePositive' && (topics.includes('pep') || topics.includes('rca')),
  );
  const isForeign = ({ pepOf }: ConfirmedMatch) =>
    pepOf === 'foreign' || countsAsForeignPep(pepStatus, facts.pepOf);
  if (exposed.some(isForeign)) {
    return { level: 'high', reason: 'the client is or is close to a foreign politically exposed person' };
  }
  return null;
}
