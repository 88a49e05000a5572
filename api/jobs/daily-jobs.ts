import type { Kysely } from 'kysely';
import { openDueAlerts } from '../alerts/due-alerts.ts';
import { endOverrides } from '../assessments/end-overrides.ts';
import { signHeads } from '../audit/sign-heads.ts';
import type { Payments } from '../billing/payment-service.ts';
import { endGrace, followPayments, mailPlanRequests } from '../billing/upkeep.ts';
import { reportUsage } from '../billing/usage-reports.ts';
import { askDueRegisters } from '../business-verifications/ask-registers.ts';
import { expireBusinessEvidence } from '../business-verifications/expire-evidence.ts';
import { watchRegisters } from '../business-verifications/watch-registers.ts';
import type { Database } from '../database/pool.ts';
import type { Schema } from '../database/schema.ts';
import { vacuumEmbedded } from '../database/vacuum.ts';
import { endExceptions } from '../diligence/end-exceptions.ts';
import type { RequestLinks } from '../document-requests/links.ts';
import { sendRequestMails } from '../document-requests/mails.ts';
import { keepDocumentRequests } from '../document-requests/upkeep.ts';
import type { DocumentFiles } from '../documents/intake.ts';
import { sweepFiles } from '../documents/sweep.ts';
import { endLostPacks } from '../evidence-packs/upkeep.ts';
import { drawTalliesTogether } from '../home/figures.ts';
import type { VerificationSettings } from '../individual-verifications/deps.ts';
import { expireEvidence } from '../individual-verifications/expiry-job.ts';
import { followVerifications } from '../individual-verifications/follow-job.ts';
import { purgeCallbacks } from '../individual-verifications/purge-callbacks.ts';
import type { MailTransport } from '../mail/transport.ts';
import { monitoringJob } from '../monitoring/by-job.ts';
import { runMonitoring } from '../monitoring/run-monitoring.ts';
import { purgeRateLimits } from '../rate-limits/take-token.ts';
import { noRegistries, type Registries } from '../registries/registries.ts';
import { purgeRequestKeys } from '../request-keys/purge.ts';
import { listDestructions } from '../retention/list-due.ts';
import { keepReviews, reviewsJob } from '../reviews/keep.ts';
import type { ScreeningEngine } from '../screening/engine.ts';
import { createListEngine } from '../screening/list-engine.ts';
import { fetchLists, type ListAddresses } from '../screening-lists/scheduled-fetch.ts';

export interface JobDeps {
  db: Kysely<Schema>;
  database: Pick<Database, 'engine' | 'asLogin'>;
  auditKey: string;
  files: DocumentFiles;
  /** How identities of individuals are checked. */
  verification: VerificationSettings;
  /** Registers of businesses; none is set up unless given. */
  registries?: Registries;
  /** Where people pay; nobody can unless given. */
  payments?: Payments | undefined;
  /** Who is mailed when somebody asks for the enterprise plan. */
  salesAddress?: string | undefined;
  /** Finds people on lists; the lists that are kept in the database unless given. */
  screening?: ScreeningEngine;
  /** Where screening lists are fetched from; none unless given. */
  listAddresses?: ListAddresses;
  /** Makes the links of document requests, for the mails that carry them. */
  links: RequestLinks;
  mail: MailTransport;
  now: () => Date;
}

export interface Job {
  /** The queue's name. */
  name: string;
  /** When, in UTC: minute, hour, day of month, month, day of week. */
  cron: string;
  /** Does the work; it may run twice, and what it answers is kept with the job. */
  run(deps: JobDeps): Promise<object>;
}

/** The job that a command wakes once it has written a mail. */
export const sendMailJob = 'send-request-mails';

/** Every job that runs by the clock. Nights in New Zealand and Australia are afternoons in UTC. */
export const dailyJobs: readonly Job[] = [
  {
    name: 'sign-audit-heads',
    cron: '0 14 * * *',
    run: ({ db, auditKey, now }) => signHeads(db, { auditKey, now }),
  },
  { name: 'purge-request-keys', cron: '10 14 * * *', run: ({ db, now }) => purgeRequestKeys(db, { now }) },
  { name: 'end-lost-packs', cron: '15 14 * * *', run: ({ db, now }) => endLostPacks(db, { now }) },
  // What every change of a client adds, so that the home page has little to sum.
  { name: 'draw-tallies-together', cron: '20 * * * *', run: ({ db }) => drawTalliesTogether(db) },
  { name: 'purge-rate-limits', cron: '20 14 * * *', run: ({ db, now }) => purgeRateLimits(db, { now }) },
  // After the purges, whose rows leave room.
  { name: 'vacuum', cron: '40 14 * * *', run: ({ database }) => vacuumEmbedded(database) },
  // Soon after midnight in New Zealand, in the east and in the west of Australia, summer and winter.
  { name: 'end-overrides', cron: '30 11,13,14,16 * * *', run: ({ db, now }) => endOverrides(db, { now }) },
  {
    name: 'end-cdd-exceptions',
    cron: '40 11,13,14,16 * * *',
    run: ({ db, now }) => endExceptions(db, { now }),
  },
  // After the two, so that what they ended is told of no more.
  {
    name: 'open-due-alerts',
    cron: '50 11,13,14,16 * * *',
    run: ({ db, now }) => openDueAlerts(db, { now }),
  },
  { name: reviewsJob, cron: '45 11,13,14,16 * * *', run: ({ db, now }) => keepReviews(db, { now }) },
  // Whatever is due, new or was stopped: each minute, so that a new version of a list is not waited for.
  {
    name: monitoringJob,
    cron: '* * * * *',
    run: ({ db, now, screening }) =>
      runMonitoring({ db, now, screening: screening ?? createListEngine({ db }) }),
  },
  {
    name: 'keep-document-requests',
    // Between nine and ten in the morning where the companies are: a reminder at midnight would be an odd one.
    cron: '5 0,20,22,23 * * *',
    run: ({ db, now }) => keepDocumentRequests(db, { now }),
  },
  // What a command could not wake, or a mail server put off.
  {
    name: sendMailJob,
    cron: '* * * * *',
    run: ({ db, links, mail, now }) => sendRequestMails({ db, links, mail, now }),
  },
  {
    name: 'expire-verification-evidence',
    cron: '55 11,13,14,16 * * *',
    run: ({ db, now }) => expireEvidence({ db, now }),
  },
  // Sources that did not answer, links that could not be sent, captures whose callback did not come.
  {
    name: 'follow-verifications',
    cron: '* * * * *',
    run: ({ db, verification, now }) => followVerifications({ db, verification, now }),
  },
  // Registers that could not be reached, and what a process left that was stopped.
  {
    name: 'ask-registers',
    cron: '* * * * *',
    run: ({ db, files, registries = noRegistries(), now }) => askDueRegisters({ db, files, registries, now }),
  },
  // Grace ends at an instant: an hour late is a favour, a day late would be eight days.
  { name: 'end-grace', cron: '15 * * * *', run: ({ db, now, payments }) => endGrace({ db, now, payments }) },
  {
    name: 'follow-payments',
    cron: '25 * * * *',
    run: ({ db, now, payments }) => followPayments({ db, now, payments }),
  },
  {
    name: 'report-usage',
    cron: '35 * * * *',
    run: ({ db, now, payments }) => reportUsage({ db, now, payments }),
  },
  {
    name: 'mail-plan-requests',
    cron: '* * * * *',
    run: ({ db, now, mail, salesAddress }) => mailPlanRequests({ db, now, mail, salesAddress }),
  },
  {
    name: 'fetch-screening-lists',
    cron: '20 15 * * *',
    run: ({ db, files, listAddresses = {}, now }) =>
      fetchLists({ db, now, incomingFolder: files.incomingFolder, addresses: listAddresses }),
  },
  // Registers that tell for nothing, about businesses that were verified: an hour's share of them.
  {
    name: 'watch-registers',
    cron: '25 * * * *',
    run: ({ db, registries = noRegistries(), now }) => watchRegisters({ db, registries, now }),
  },
  {
    name: 'expire-business-evidence',
    cron: '57 11,13,14,16 * * *',
    run: ({ db, now }) => expireBusinessEvidence({ db, now }),
  },
  {
    name: 'purge-verification-callbacks',
    cron: '15 14 * * *',
    run: ({ db, now }) => purgeCallbacks(db, { now }),
  },
  // Soon after midnight where the companies are, summer and winter.
  {
    name: 'list-destructions',
    cron: '15 12,15,17 * * *',
    run: ({ db, now }) => listDestructions(db, { now }),
  },
  {
    name: 'sweep-files',
    cron: '50 14 * * *',
    run: ({ db, files, now }) => sweepFiles({ db, files, now }),
  },
];
