import type { Sector } from '#rules/sectors.ts';

/** A company's term for an activity, in the forms that labels and sentences need. */
export interface ActivityNoun {
  /** "Matter" */
  title: string;
  /** Term of a company's sector. A company without a sector, before its setup is complete, uses "activity". */
  pluralTitle: string;
  /** "matter" */
  singular: string;
  /** "matters" */
  plural: string;
  /** "a matter" */
  indefinite: string;
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const noun = (indefinite: string, plural: string): ActivityNoun => {
  const singular = indefinite.slice(indefinite.indexOf(' ') + 1);
  return { title: capitalised(singular), pluralTitle: capitalised(plural), singular, plural, indefinite };
};

const activity = noun('an activity', 'activities');
const matter = noun('a matter', 'matters');
const engagement = noun('an engagement', 'engagements');
const transaction = noun('a transaction', 'transactions');

const nouns: Record<Sector, ActivityNoun> = {
  accounting: engagement,
  legal: matter,
  conveyancing: matter,
  realEstate: transaction,
  finance: transaction,
  trustAndCompanyService: engagement,
  preciousMetals: transaction,
  other: activity,
};

/** The noun of a company's sector. A company without a sector, before its setup is complete, says "activity". */
export function toActivityNoun(sector: Sector | null): ActivityNoun {
  return sector === null ? activity : nouns[sector];
}
