/** The Act, and the section on enhanced CDD. */
export const act = 'https://www.legislation.govt.nz/act/public/2009/0035/latest';
const section22 = `${act}/DLM2333613.html`;

/** The Act's first day for the sectors it covered first; for others see `lawAppliesFrom`. */
const commenced = '2013-06-30';
/** The last day before and the first day of changed provisions. */
export const trustReform = { lastDayBefore: '2026-05-18', firstDay: '2026-05-19' };
/** The Statutes Amendment Act 2025, in force the day after assent. To be confirmed (nz.cdd.address): its commencement section. */
export const addressReform = { lastDayBefore: '2025-11-26', firstDay: '2025-11-27' };
/** Regulations 11 and 11A. */
export const informationRegulations = {
  effectiveFrom: '2024-06-01',
  sourceUrl: 'https://firstaml.com/au/about/help/june-2024-aml-regulation-changes-new-zealand',
  certainty: 'B',
  atLevels: ['standard', 'enhanced'],
  isInitialCdd: true,
} as const;
/** Regulations on nominees, in force from 9 July 2021. */
export const nomineeRegulations =
  'https://www.simpsongrierson.com/insights-news/legal-updates/amlcft-customer-due-diligence-changes';
/** What a row has unless it says otherwise. */
export const common = { jurisdiction: 'NZL', effectiveFrom: commenced, sourceUrl: section22 } as const;
