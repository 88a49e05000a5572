import type { PepStatus, RiskLevel, SanctionsStatus } from '#rules/client-types.ts';
import { countsAsForeignPep, type PepOf } from '#rules/politically-exposed.ts';
import { higherLevel } from '#rules/risk/levels.ts';
import type { ListingTopic } from '#rules/screening/screening-records.ts';
import type { MatchStatus } from './match-words.ts';

export interface StandingMatch {
  status: MatchStatus;
  topics: readonly ListingTopic[];
}

const has = (matches: readonly StandingMatch[], topic: ListingTopic, ...statuses: MatchStatus[]) =>
  matches.some(({ status, topics }) => topics.includes(topic) && statuses.includes(status));

/**
 * A client's sanctions status by its matches: confirmed wins over undecided, and clear needs a screening that looked at sanctions lists;
 * without one what is on record stays. Source: domain 2, Client.
 */
export function sanctionsStatusOf(
  matches: readonly StandingMatch[],
  { wasScreened, before }: { wasScreened: boolean; before: SanctionsStatus },
): SanctionsStatus {
  if (has(matches, 'sanction', 'truePositive')) return 'confirmed';
  if (has(matches, 'sanction', 'pending', 'possible')) return 'potential';
  if (wasScreened || before !== 'notChecked') return 'clear';
  return before;
}

/** What confirming a match says of somebody's political exposure; null where the entity is not listed for any. */
export function pepStatusOfMatch(topics: readonly ListingTopic[], pepOf: PepOf): PepStatus | null {
  if (topics.includes('pep')) return pepOf;
  return topics.includes('rca') ? 'relativeOrAssociate' : null;
}

/**
 * The lowest level of risk that a client with these confirmed matches can have; null where they set none. Source: domain 8, floors of the
 * starter templates; NZ s22(2) and s26, AU s32 for foreign politically exposed persons.
 */
export function riskFloorOf(facts: {
  sanctionsStatus: SanctionsStatus;
  pepStatus: PepStatus;
  pepOf: PepOf | null;
}): { level: RiskLevel; reason: string } | null {
  if (facts.sanctionsStatus === 'confirmed')
    return { level: 'high', reason: 'a sanctions match is confirmed' };
  if (countsAsForeignPep(facts.pepStatus, facts.pepOf)) {
    return { level: 'high', reason: 'the client is or is close to a foreign politically exposed person' };
  }
  return null;
}

/** A level with a floor under it; null stays null, because nobody has assessed the risk. */
export function flooredLevel(level: RiskLevel | null, floor: RiskLevel | null): RiskLevel | null {
  return level === null || floor === null ? level : higherLevel(level, floor);
}
