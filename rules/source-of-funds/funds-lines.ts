/** Subject of a line: the origin of a person's total wealth, or the funds of the relationship. NZ s23(1)(a); AU Rules 6-21. */
export const fundsPurposes = ['wealth', 'funds'] as const;
export type FundsPurpose = (typeof fundsPurposes)[number];

export const fundsPurposeLabels: Record<FundsPurpose, string> = {
  wealth: 'Source of wealth',
  funds: 'Source of funds',
};

/** Kinds of source, for ever: records name them. */
export const fundsKinds = [
  'salary',
  'businessIncome',
  'propertySale',
  'businessSale',
  'inheritance',
  'gift',
  'loan',
  'investments',
  'savings',
  'settlement',
  'pension',
  'other',
] as const;
export type FundsKind = (typeof fundsKinds)[number];

export const fundsKindLabels: Record<FundsKind, string> = {
  salary: 'Salary or wages',
  businessIncome: 'Business income',
  propertySale: 'Sale of property',
  businessSale: 'Sale of a business',
  inheritance: 'Inheritance',
  gift: 'Gift',
  loan: 'Loan',
  investments: 'Investments',
  savings: 'Savings',
  settlement: 'Settlement or compensation',
  pension: 'Pension or superannuation',
  other: 'Other',
};

/** Currencies with two decimals available for a line. Amounts of different currencies are never added. */
export const fundsCurrencies = [
  'NZD',
  'AUD',
  'USD',
  'GBP',
  'EUR',
  'CAD',
  'CHF',
  'CNY',
  'FJD',
  'HKD',
  'INR',
  'SGD',
] as const;

/** As many lines as one client can have: each question about the client reads all of them. */
export const maxFundsLines = 100;

/** The most that one line can be, in minor units, so that the sum of all lines of a client is exact. */
export const maxFundsAmount = 1_000_000_000_000;

/** As many documents as one line can rest on. */
export const maxLineDocuments = 10;

export const fundsStatuses = ['claimed', 'evidenced', 'verified', 'rejected'] as const;
export type FundsStatus = (typeof fundsStatuses)[number];

export const fundsStatusLabels: Record<FundsStatus, string> = {
  claimed: 'Claimed',
  evidenced: 'Evidenced',
  verified: 'Verified',
  rejected: 'Rejected',
};

/** A member's decision about a line, and whether each of its documents still exists. */
export type LineEvidence = {
  decision: 'verified' | 'rejected' | null;
  documents: readonly { isRemoved: boolean }[];
};

/** The status of a line. Verification is valid while every document of the line exists: removing one returns the line to unverified. */
export function fundsStatus({ decision, documents }: LineEvidence): FundsStatus {
  if (decision === 'rejected') return 'rejected';
  const there = documents.filter(({ isRemoved }) => !isRemoved).length;
  if (there === 0) return 'claimed';
  return decision === 'verified' && there === documents.length ? 'verified' : 'evidenced';
}
