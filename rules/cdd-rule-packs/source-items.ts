import type { ClientFacts, SourceEvidence, SourceFacts } from './facts.ts';
import type { Item } from './rule.ts';

const fix = { target: 'client.funds' } as const;

const isObtained = (evidence: SourceEvidence) => evidence !== 'none';
const isVerified = (evidence: SourceEvidence) => evidence === 'verified';

function obtainedItem({ sources }: ClientFacts): Item {
  return {
    code: 'source.obtained',
    text: 'Obtain the source of wealth or of funds.',
    settled: isObtained(sources.wealth) || isObtained(sources.funds),
    fix,
    provision: 'NZ s23(1)(a)',
  };
}

function verifiedItem({ sources }: ClientFacts): Item {
  return {
    code: 'source.verified',
    text: 'Verify the source of wealth or of funds.',
    settled: isVerified(sources.wealth) || isVerified(sources.funds),
    fix,
    provision: 'NZ s24(1)(b)',
  };
}

/** New Zealand: source of wealth or of funds, obtained, and verified by reasonable steps. NZ s23(1)(a), s24(1)(b). */
export function newZealandSourceItems(facts: ClientFacts): Item[] {
  return [obtainedItem(facts), verifiedItem(facts)];
}

/**
 * The same for a trust from 19 May 2026: verification is excused by a recorded reason why standard CDD mitigates the risk, never for a
 * client rated high. Commentators on the amending Act differ on whether obtaining is excused as well; here it is not. To be confirmed
 * (nz.cdd.trust from 2026-05-19): ss 23 and 24 as amended.
 */
export function trustSourceItems(facts: ClientFacts): Item[] {
  const verified = verifiedItem(facts);
  if (facts.riskLevel === 'high') return [obtainedItem(facts), verified];
  return [
    obtainedItem(facts),
    {
      ...verified,
      text: 'Verify the source of wealth or of funds, or record why standard CDD mitigates the risk.',
      settled: verified.settled || facts.standardCddMitigates,
      waivable: true,
    },
  ];
}

/** Australia: the customer’s source of wealth and source of funds, each obtained and verified. AU Rules 6-21, 6-23. */
export function australianSourceItems({ sources }: ClientFacts): Item[] {
  return [
    {
      code: 'source.wealth',
      text: 'Obtain and verify the source of wealth.',
      settled: isVerified(sources.wealth),
      fix,
    },
    {
      code: 'source.funds',
      text: 'Obtain and verify the source of funds.',
      settled: isVerified(sources.funds),
      fix,
    },
  ];
}

/**
 * The same where each is excused by a recorded reason why it is not relevant to the risk. AU Rules 6-21. If 6-23 also requires them, for a
 * PEP, no reason excuses them.
 */
export function relevantSourceItems(facts: ClientFacts): Item[] {
  const excused = facts.sourcesNotRelevant ?? { wealth: false, funds: false };
  return australianSourceItems(facts).map((item) => ({
    ...item,
    text: `${item.text.slice(0, -1)}, or record why it is not relevant to the risk.`,
    settled: item.settled || (item.code === 'source.wealth' ? excused.wealth : excused.funds),
    waivable: true,
  }));
}

/** The same for a PEP who is a related party, on the party's own record. AU Rules 6-23. */
export function partySourceItems(facts: ClientFacts, partyIds: readonly string[]): Item[] {
  return facts.parties
    .filter(({ id }) => partyIds.includes(id))
    .flatMap(({ id, name, sources }): Item[] => [
      {
        code: 'party.sourceOfWealth',
        text: `Obtain and verify ${name}’s source of wealth.`,
        settled: isVerified(sources.wealth),
        fix: { ...fix, of: id },
      },
      {
        code: 'party.sourceOfFunds',
        text: `Obtain and verify ${name}’s source of funds.`,
        settled: isVerified(sources.funds),
        fix: { ...fix, of: id },
      },
    ]);
}

/**
 * The provision by which a client's rules require verified source of funds, regardless of excuses; null if they do not. New Zealand accepts
 * the source of wealth instead; either country's law may be met by a recorded reason, and then the item is settled without verified funds.
 * NZ s24(1)(b); AU Rules 6-21, 6-23.
 */
export function fundsProvision(
  items: readonly { code: string; settled: boolean; provision: string }[],
  { wealth, funds }: SourceFacts,
): string | null {
  const asking = items.filter(({ code, settled }) => {
    const isExcused = settled && !isVerified(funds);
    if (code === 'source.funds') return !isExcused;
    return code === 'source.verified' && !isVerified(wealth) && !isExcused;
  });
  return asking.length === 0 ? null : asking.map(({ provision }) => provision).join(', ');
}
