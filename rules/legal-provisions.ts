/** Country under whose law a company works. */
export type Jurisdiction = 'NZL' | 'AUS';

/** New Zealand first, as on every screen. */
export const jurisdictions = ['NZL', 'AUS'] as const satisfies readonly Jurisdiction[];

/**
 * What a requirement rests on where no law sets it. `programme`: the company's own rules, which the law requires it to have and to follow
 * (NZ s56, s57; AU s26F); `policies`: a rule that it sets in its settings; `account`: its plan, and the roles of its team.
 */
export const ownRules = {
  programme: { provision: 'Your AML/CFT programme' },
  policies: { provision: 'Your policies' },
  account: { provision: 'Your account with Assay' },
} as const;

/** What requires something: a law, the company's own policy, or its account with Assay. */
type ProvisionKind = 'law' | 'companyPolicy' | 'account';

/** The kind of a provision, by its text. */
export function getProvisionKind(provision: string): ProvisionKind {
  const { programme, policies, account } = ownRules;
  if (provision === account.provision) return 'account';
  const own: readonly string[] = [programme.provision, policies.provision];
  return own.includes(provision) ? 'companyPolicy' : 'law';
}

/**
 * Provisions of the applicable laws for a blocker or item; the company's programme if none of them applies. `NZ s11` is a section of the
 * Anti-Money Laundering and Countering Financing of Terrorism Act 2009, `AU s28` one of the Anti-Money Laundering and
 * Counter-Terrorism Financing Act 2006.
 */
export function cite(
  applying: readonly Jurisdiction[],
  provisions: Partial<Record<Jurisdiction, string>>,
): { provision: string } {
  const cited = jurisdictions
    .filter((jurisdiction) => applying.includes(jurisdiction))
    .flatMap((jurisdiction) => provisions[jurisdiction] ?? []);
  return cited.length === 0 ? ownRules.programme : { provision: cited.join(', ') };
}

/**
 * Certainty of a dated row. `A`: based on the statute, rule or a supervisor's page; `A†`: on an official copy older than the
 * current text; `B`: on a law firm's or vendor's account; `C`: inferred, on the safe reading until the text confirms it.
 */
export type Certainty = 'A' | 'A†' | 'B' | 'C';

/** Labels of a row's certainty for reviewers. */
export const certaintyLabels: Readonly<Record<Certainty, string>> = {
  A: 'Statute, rule or supervisor’s guidance read',
  'A†': 'Statute read in an earlier copy',
  B: 'Read in a law firm’s or vendor’s account',
  C: 'To be confirmed',
};
