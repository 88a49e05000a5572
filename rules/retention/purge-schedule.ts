import { abandonedDays, abandonedVerificationDays, biometricImageDays } from './retention.ts';

/** What is destroyed without being asked for, or listed to be. `job`: the nightly or hourly job that does it. */
export interface PurgeClock {
  code: string;
  text: string;
  /** Period, and the event that it counts from. */
  when: string;
  /** Provision, or the company’s programme or Assay’s own rule where no law sets a period. */
  basis: string;
  job: string;
}

/**
 * Every clock that ends in destruction. Privacy Act 2020 (NZ) IPP 9: not kept longer than required for the purposes; Privacy Act 1988 (AU)
 * APP 11.2: destroyed or de-identified once no longer needed, unless an Australian law requires it.
 */
export const purgeSchedule: readonly PurgeClock[] = [
  {
    code: 'clients',
    text: 'Clients whose relationship ended, with all their records',
    when: 'Listed when the retention period has ended; destroyed when two people have confirmed',
    basis: 'NZ s54, AU APP 11.2',
    job: 'list-destructions',
  },
  {
    code: 'drafts',
    text: 'Drafts that were never onboarded',
    when: 'Listed 90 days after the last change, imported drafts once archived; destroyed when two people have confirmed',
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'list-destructions',
  },
  {
    code: 'biometricImages',
    text: 'Photos and videos of an electronic verification, at the verification provider',
    when: `Requested ${biometricImageDays} days after the decision, after cancellation or expiry, or after ${abandonedVerificationDays} days without a change, of a referred case ${abandonedDays} days; deleted once the provider has confirmed`,
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'follow-verifications',
  },
  {
    code: 'identityNumbers',
    text: 'Full numbers of identity documents of verifications that ended or were abandoned; the masked number stays',
    when: `At the decision, cancellation or expiry; otherwise ${abandonedVerificationDays} days after the last change`,
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'expire-verification-evidence',
  },
  {
    code: 'submittedNumbers',
    text: 'Full numbers of identity documents submitted through document requests',
    when: '90 days after the last change of the request',
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'clear-document-numbers',
  },
  {
    code: 'importRows',
    text: 'Rows of client imports, as they were in the file',
    when: '30 days after the last change of the import',
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'purge-import-rows',
  },
  {
    code: 'files',
    text: 'Stored files of removed and destroyed documents, and files without a document',
    when: 'At once, and again each night; files without a document after two days',
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'sweep-files',
  },
  {
    code: 'providerEvents',
    text: 'Messages from the verification provider',
    when: '90 days after they arrived',
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'purge-verification-callbacks',
  },
  {
    code: 'accessLog',
    text: 'Access log: who opened which record',
    when: '2 years after the opening',
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'purge-read-events',
  },
  {
    code: 'requestKeys',
    text: 'Responses stored to answer a repeated request',
    when: '24 hours after the request',
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'purge-request-keys',
  },
  {
    code: 'addresses',
    text: 'Addresses and sign-in names counted towards limits of use, hashed',
    when: 'When the limit’s period has ended',
    basis: 'NZ IPP 9, AU APP 11.2',
    job: 'purge-rate-limits',
  },
];

/** The jobs of the schedule; each is noted when it finishes. */
export const isPurgeJob = (job: string): boolean => purgeSchedule.some((clock) => clock.job === job);
