import type { Jurisdiction } from '#rules/legal-provisions.ts';

/**
 * Why work is outside the scope of New Zealand's Act: no activity of the list, or none in the ordinary course of business (s5(1), s6(4)), or one that is
 * not carried on in New Zealand. The last is the supervisors' reading: Territorial Scope Guideline, November 2019. To be confirmed (nz.scope.activity).
 */
export const outsideScopeNz = ['nz.notListed', 'nz.notOrdinaryCourse', 'nz.notInNewZealand'] as const;
export type OutsideScopeNz = (typeof outsideScopeNz)[number];

/** Why work is no designated service in Australia. AU s5 "real estate", "express trust"; s6(6), (6A), (6B). */
export const outsideScopeAu = [
  'au.notListed',
  'au.noAustralianLink',
  'au.businessGroup',
  'au.barrister',
  'au.shortLease',
  'au.mortgagee',
  'au.testamentaryTrust',
] as const;
export type OutsideScopeAu = (typeof outsideScopeAu)[number];

export type ScopeGround = OutsideScopeNz | OutsideScopeAu;

const grounds: Record<ScopeGround, { label: string; provision: string }> = {
  'nz.notListed': {
    label: 'No captured activity, such as advice or litigation alone',
    provision: 'NZ s5(1), s6(4)',
  },
  'nz.notOrdinaryCourse': { label: 'Not in the ordinary course of business', provision: 'NZ s5(1)' },
  'nz.notInNewZealand': {
    label: 'Not carried on in New Zealand',
    provision: 'NZ s5(1), Territorial Scope Guideline',
  },
  'au.notListed': {
    label: 'No item of the tables, such as advice alone or a sale ordered by a court',
    provision: 'AU s6',
  },
  'au.noAustralianLink': { label: 'No geographical link with Australia', provision: 'AU s6(6)' },
  'au.businessGroup': { label: 'Within a business group', provision: 'AU s6(6A), (6B)' },
  'au.barrister': {
    label: 'A barrister’s service on a solicitor’s instructions',
    provision: 'AU s6(6A), (6B)',
  },
  'au.shortLease': { label: 'Lease of 30 years or less', provision: 'AU s5 “real estate”' },
  'au.mortgagee': { label: 'A mortgagee’s interest', provision: 'AU s5 “real estate”' },
  'au.testamentaryTrust': { label: 'Testamentary trust', provision: 'AU s5 “express trust”' },
};

/** A ground as a person reads it, with its provision. */
export function formatScopeGround(ground: ScopeGround): string {
  const { label, provision } = grounds[ground];
  return `${label} (${provision})`;
}

/** Choices of a form's select, of one law. */
export function scopeGroundChoices(jurisdiction: Jurisdiction): { value: ScopeGround; label: string }[] {
  const all: readonly ScopeGround[] = jurisdiction === 'NZL' ? outsideScopeNz : outsideScopeAu;
  return all.map((value) => ({ value, label: formatScopeGround(value) }));
}

/** Grounds recorded of some work; null under a law for which none is. */
export type ScopeGrounds = { outsideScopeNz: OutsideScopeNz | null; outsideScopeAu: OutsideScopeAu | null };

/** The laws that work comes under: those of the company, without one for which it is recorded why the work is outside its scope. NZ s6(4); AU s6. */
export function lawsInScope(laws: readonly Jurisdiction[], recorded: ScopeGrounds): Jurisdiction[] {
  const outside = { NZL: recorded.outsideScopeNz, AUS: recorded.outsideScopeAu };
  return laws.filter((law) => outside[law] === null);
}

/** Whether a ground is recorded under any law. */
export const hasScopeGround = (recorded: ScopeGrounds): boolean =>
  recorded.outsideScopeNz !== null || recorded.outsideScopeAu !== null;
