/** Whose law a company works under. */
export type Jurisdiction = 'NZL' | 'AUS';

/** New Zealand first, as everywhere in what people read. */
export const jurisdictions = ['NZL', 'AUS'] as const satisfies readonly Jurisdiction[];

/**
 * The provisions of the laws that apply, as a blocker or an item carries them; without a key where none of them says anything.
 * `NZ s11` is a section of the Anti-Money Laundering and Countering Financing of Terrorism Act 2009, `AU s28` one of the Anti-Money
 * Laundering and Counter-Terrorism Financing Act 2006.
 */
export function cite(
  applying: readonly Jurisdiction[],
  provisions: Partial<Record<Jurisdiction, string>>,
): { provision?: string } {
  const cited = jurisdictions
    .filter((jurisdiction) => applying.includes(jurisdiction))
    .flatMap((jurisdiction) => provisions[jurisdiction] ?? []);
  return cited.length === 0 ? {} : { provision: cited.join(', ') };
}

/**
 * How sure a dated row is. `A`: text of the statute, rule or a supervisor's page read; `A†`: read in an official copy older than today's
 * text; `B`: a law firm's or vendor's account read; `C`: inferred, and read the safe way until the text confirms it.
 */
export type Certainty = 'A' | 'A†' | 'B' | 'C';

/** What a reviewer reads of a row's certainty. */
export const certaintyLabels: Readonly<Record<Certainty, string>> = {
  A: 'Statute, rule or supervisor’s guidance read',
  'A†': 'Statute read in an earlier copy',
  B: 'Read in a law firm’s or vendor’s account',
  C: 'To be confirmed',
};
