import type { Kysely } from 'kysely';
import { isPurgeJob } from '#rules/retention/purge-schedule.ts';
import { expireBusinessEvidence } from '../checks/business-verifications/expire-evidence.ts';
import { fetchDueExtracts } from '../checks/business-verifications/extracts/fetch-extracts-job.ts';
import { monitorRegisters } from '../checks/business-verifications/register-monitoring-job.ts';
import { endExceptions } from '../checks/cdd/expire-exceptions-job.ts';
import { syncFormerPeps } from '../checks/cdd/former-peps-job.ts';
import { sweepApprovedClients, sweepJob } from '../checks/cdd/sweep/sweep-job.ts';
import { recordRechecks } from '../checks/evidence-gaps/record-rechecks.ts';
import { expireEvidence } from '../checks/individual-verifications/expiry-job.ts';
import { purgeCallbacks } from '../checks/individual-verifications/purge-callbacks.ts';
import type { VerificationSettings } from '../checks/individual-verifications/record/deps.ts';
import { syncVerificationsJob } from '../checks/individual-verifications/sync-provider-job.ts';
import {
  checkCompanyChanges,
  checkLawChanges,
  companyChangesJob,
  lawChangesJob,
} from '../checks/law-changes/check-job.ts';
import { endOverrides } from '../checks/risk-assessments/expire-overrides-job.ts';
import { bulkActionsJob, runBulkActions } from '../follow-up/bulk-actions/run-job.ts';
import { requestEmailSender } from '../follow-up/document-requests/emails.ts';
import type { RequestLinks } from '../follow-up/document-requests/links.ts';
import { runDocumentRequestMaintenance } from '../follow-up/document-requests/maintenance-job.ts';
import { clearDocumentNumbers, documentNumbersJob } from '../follow-up/document-requests/numbers-job.ts';
import { announceListProblems, listAlertsJob } from '../follow-up/monitoring-runs/announce-lists-job.ts';
import { monitoringJob } from '../follow-up/monitoring-runs/job-actor.ts';
import { markMisreadResults, misreadResultsJob } from '../follow-up/monitoring-runs/mark-misread-results.ts';
import { runMonitoring } from '../follow-up/monitoring-runs/run-monitoring-job.ts';
import { digestJob, sendDigests } from '../follow-up/notifications/digest-job.ts';
import { digestSender, notificationSender } from '../follow-up/notifications/receivers.ts';
import { announcePrivacyClocks, privacyClocksJob } from '../follow-up/privacy/clocks-job.ts';
import { privacyClockSender } from '../follow-up/privacy/emails.ts';
import { savePurgeRun } from '../follow-up/privacy/purge-store.ts';
import { listDestructions } from '../follow-up/retention/list-due-job.ts';
import { reviewsJob, syncScheduledReviews } from '../follow-up/reviews/schedule-reviews-job.ts';
import { type OutboxReceivers, toEmailReceiver } from '../integrations/email/outbox-receivers.ts';
import { sendOutbox, sendOutboxJob } from '../integrations/email/send-outbox.ts';
import type { EmailTransport } from '../integrations/email/transport.ts';
import { noRegistries, type Registries } from '../integrations/registries/registries.ts';
import { type HeadsReceivers, publishHeads } from '../kernel/audit/publish-heads.ts';
import { signBatches } from '../kernel/audit/sign-batch.ts';
import type { SigningKeys } from '../kernel/audit/signing-keys.ts';
import type { Database } from '../kernel/database/pool.ts';
import type { Schema } from '../kernel/database/tables/schema.ts';
import { vacuumEmbedded } from '../kernel/database/vacuum.ts';
import { purgeRequestKeys } from '../kernel/idempotency/purge.ts';
import { type Network, type NetworkReach, publicReach } from '../kernel/network-reach.ts';
import { purgeRateLimits } from '../kernel/rate-limits/take-token.ts';
import { purgeReadEvents } from '../kernel/read-events/store.ts';
import { openDueAlerts } from '../records/alerts/due-alerts.ts';
import { endGrace, syncPaymentsJob } from '../records/billing/billing-jobs.ts';
import { failedPaymentSender, planRequestSender } from '../records/billing/emails.ts';
import type { Payments } from '../records/billing/payment-service.ts';
import { reportUsage } from '../records/billing/usage-reports.ts';
import { importRowsJob, purgeImportRows } from '../records/clients/import/purge-rows-job.ts';
import { sweepFiles } from '../records/documents/delete-orphaned-files.ts';
import { drawPictures, drawPicturesJob } from '../records/documents/draw-pictures-job.ts';
import type { DocumentFiles } from '../records/documents/receive-file.ts';
import { scanDocuments, scanDocumentsJob } from '../records/documents/scan-documents-job.ts';
import { foreignStorage } from '../records/documents/storage-marker.ts';
import { endPermits } from '../records/sanctions-permits/end-permits-job.ts';
import type { ScreeningEngine } from '../records/screening-engine/engine.ts';
import { createListEngine } from '../records/screening-engine/list-engine.ts';
import { rereadLists } from '../records/screening-lists/reread.ts';
import {
  type FetchDeps,
  fetchLists,
  type ListAddresses,
  retryLists,
} from '../records/screening-lists/scheduled-fetch.ts';
import { accountChangeSender } from '../records/sign-in/emails.ts';
import { recordSignIns, recordSignInsJob } from '../records/sign-in/record-sign-ins-job.ts';
import { auditStreamsJob, sendAuditStreams } from '../views/audit-stream/send-streams-job.ts';
import { failAbandonedPacks } from '../views/evidence-packs/fail-abandoned-packs-job.ts';
import { compactClientCounters } from '../views/home/charts.ts';
import {
  announceSupportRequests,
  supportRequestSender,
  supportRequestsJob,
} from '../views/support/notify-job.ts';

export interface JobDeps {
  db: Kysely<Schema>;
  database: Pick<Database, 'engine' | 'asLogin' | 'isPooled'>;
  signingKeys: SigningKeys;
  /** Where signed batches of the audit log are written outside the database. */
  auditHeads: HeadsReceivers;
  files: DocumentFiles;
  /** Settings for verifying individuals. */
  verification: VerificationSettings;
  /** Registers of businesses; default: none is configured. */
  registries?: Registries;
  /** Payment service; without it payment is unavailable. */
  payments?: Payments | undefined;
  /** Receives enquiries about the enterprise plan. */
  salesAddress?: string | undefined;
  /** Screening engine; default: the lists in the database. */
  screening?: ScreeningEngine;
  /** Addresses of screening lists; default: none. */
  listAddresses?: ListAddresses;
  /** Permitted addresses of lists and of receivers of audit events; default: public addresses over https. */
  reach?: NetworkReach;
  /** Resolver and connections to them; default: the system's. */
  network?: Network;
  /** Creates the links of document requests, for the emails. */
  links: RequestLinks;
  mail: EmailTransport;
  now: () => Date;
}

/** Where each kind of row in the outbox goes: one table, and nothing else of the job differs between kinds. */
export const outboxReceivers = ({
  mail,
  links,
  payments,
  salesAddress,
  now,
}: Pick<JobDeps, 'mail' | 'links' | 'payments' | 'salesAddress' | 'now'>): OutboxReceivers => ({
  accountChange: toEmailReceiver(mail, accountChangeSender({ appUrl: links.appUrl })),
  documentRequest: toEmailReceiver(mail, requestEmailSender(links)),
  notification: toEmailReceiver(mail, notificationSender({ appUrl: links.appUrl, now })),
  notificationDigest: toEmailReceiver(mail, digestSender({ appUrl: links.appUrl, now })),
  paymentFailed: payments && toEmailReceiver(mail, failedPaymentSender({ appUrl: payments.appUrl, now })),
  privacyClock: toEmailReceiver(mail, privacyClockSender({ appUrl: links.appUrl })),
  supportRequest: toEmailReceiver(mail, supportRequestSender({ appUrl: links.appUrl, now })),
  planRequest:
    salesAddress === undefined ? undefined : toEmailReceiver(mail, planRequestSender({ salesAddress })),
});

export interface Job {
  /** The queue's name. */
  name: string;
  /** When, in UTC: minute, hour, day of month, month, day of week. */
  cron: string;
  /** Runs the job; must be idempotent. The result is stored with the job. */
  run(deps: JobDeps): Promise<object>;
}

/** Runs a job; of those that destroy data, notes when they finished. */
export async function runJob({ name, run }: Job, deps: JobDeps): Promise<object> {
  const result = await run(deps);
  if (isPurgeJob(name)) await savePurgeRun(deps.db, name, deps.now().toISOString());
  return result;
}

const engineOf = ({ db, screening }: JobDeps) => screening ?? createListEngine({ db });

/**
 * Takes “Clear” from clients screened against misread lists, then reads these again from their files, and fetches. In this order: once a
 * list is read again, nothing tells which clients were screened against the former reading.
 */
async function markAndFetch(deps: JobDeps, fetch: (deps: FetchDeps) => Promise<object>): Promise<object> {
  const { db, files, listAddresses = {}, reach, network, now } = deps;
  const marked = await markMisreadResults({ db, now, screening: engineOf(deps) });
  const { storage } = files;
  const reread = await rereadLists({ db, now, storage });
  const fetched = await fetch({
    db,
    now,
    storage,
    incomingFolder: files.incomingFolder,
    addresses: listAddresses,
    ...(reach === undefined ? {} : { reach }),
    network,
  });
  return { ...fetched, reread, ...marked };
}

/** Every job that runs by the clock. Nights in New Zealand and Australia are afternoons in UTC. */
export const dailyJobs: readonly Job[] = [
  {
    name: 'sign-audit-heads',
    cron: '5 * * * *',
    run: ({ db, signingKeys, now }) => signBatches(db, { signingKeys, now }),
  },
  // Batches signed since, also for exports, and those that a receiver did not confirm.
  {
    name: 'publish-audit-heads',
    cron: '* * * * *',
    run: ({ db, auditHeads, now }) => publishHeads(db, { receivers: auditHeads, now }),
  },
  { name: 'purge-request-keys', cron: '10 14 * * *', run: ({ db, now }) => purgeRequestKeys(db, { now }) },
  { name: 'end-lost-packs', cron: '15 14 * * *', run: ({ db, now }) => failAbandonedPacks(db, { now }) },
  // Compacts the counter rows added by each change of a client, so that the home page sums few.
  { name: 'draw-tallies-together', cron: '20 * * * *', run: ({ db }) => compactClientCounters(db) },
  {
    name: auditStreamsJob,
    cron: '* * * * *',
    run: ({ db, verification, reach = publicReach, network, now }) =>
      sendAuditStreams({ db, companyKeys: verification.companyKeys, reach, network, now }),
  },
  {
    name: privacyClocksJob,
    cron: '45 * * * *',
    run: ({ db, now }) => announcePrivacyClocks(db, { now }),
  },
  {
    name: supportRequestsJob,
    cron: '* * * * *',
    run: ({ db, now }) => announceSupportRequests(db, { now }),
  },
  { name: digestJob, cron: '2 * * * *', run: ({ db, now }) => sendDigests(db, { now }) },
  { name: recordSignInsJob, cron: '* * * * *', run: ({ db, now }) => recordSignIns(db, { now }) },
  { name: 'purge-rate-limits', cron: '20 14 * * *', run: ({ db, now }) => purgeRateLimits(db, { now }) },
  { name: 'purge-read-events', cron: '25 14 * * *', run: ({ db, now }) => purgeReadEvents(db, { now }) },
  { name: importRowsJob, cron: '28 14 * * *', run: ({ db, now }) => purgeImportRows(db, { now }) },
  // After the purges, which free space.
  { name: 'vacuum', cron: '40 14 * * *', run: ({ database }) => vacuumEmbedded(database) },
  // Soon after midnight in New Zealand, in the east and in the west of Australia, summer and winter.
  { name: 'end-overrides', cron: '30 11,13,14,16 * * *', run: ({ db, now }) => endOverrides(db, { now }) },
  {
    name: 'end-cdd-exceptions',
    cron: '40 11,13,14,16 * * *',
    run: ({ db, now }) => endExceptions(db, { now }),
  },
  {
    name: 'end-sanctions-permits',
    cron: '42 11,13,14,16 * * *',
    run: ({ db, now }) => endPermits(db, { now }),
  },
  {
    name: 'sync-former-peps',
    cron: '32 11,13,14,16 * * *',
    run: ({ db, now }) => syncFormerPeps(db, { now }),
  },
  {
    name: lawChangesJob,
    cron: '35 11,13,14,16 * * *',
    run: ({ db, now }) => checkLawChanges(db, { now }),
  },
  // Each minute: the levels of a large company's clients wait for it.
  {
    name: companyChangesJob,
    cron: '* * * * *',
    run: ({ db, now }) => checkCompanyChanges(db, { now }),
  },
  // After these, so that no reminder is sent for requests they ended.
  {
    name: 'open-due-alerts',
    cron: '50 11,13,14,16 * * *',
    run: ({ db, now }) => openDueAlerts(db, { now }),
  },
  { name: reviewsJob, cron: '45 11,13,14,16 * * *', run: ({ db, now }) => syncScheduledReviews(db, { now }) },
  // Whatever is due, new or was stopped: each minute, so that a new version of a list is not waited for.
  {
    name: monitoringJob,
    cron: '* * * * *',
    run: (deps) => runMonitoring({ db: deps.db, now: deps.now, screening: engineOf(deps) }),
  },
  {
    name: 'keep-document-requests',
    // Between nine and ten in the morning in the companies' time zones: a reminder at midnight would be unusual.
    cron: '5 0,20,22,23 * * *',
    run: ({ db, now }) => runDocumentRequestMaintenance(db, { now }),
  },
  // Those just started, and those that a stopped process left.
  {
    name: bulkActionsJob,
    cron: '* * * * *',
    run: ({ db, now }) => runBulkActions({ db, now }),
  },
  // Emails that no command triggered, or a mail server deferred.
  {
    name: sendOutboxJob,
    cron: '* * * * *',
    run: (deps) => sendOutbox(deps, outboxReceivers(deps)),
  },
  {
    name: 'expire-verification-evidence',
    cron: '55 11,13,14,16 * * *',
    run: ({ db, now }) => expireEvidence({ db, now }),
  },
  // After evidence expired and levels changed on the new day. Activities have work here only after an upgrade.
  {
    name: sweepJob,
    cron: '57 11,13,14,16 * * *',
    run: async ({ db, now }) => ({
      ...(await recordRechecks(db, { now, job: sweepJob })),
      ...(await sweepApprovedClients(db, { now })),
    }),
  },
  // Unavailable sources, links that could not be sent, captures without a callback.
  {
    name: 'follow-verifications',
    cron: '* * * * *',
    run: ({ db, verification, now }) => syncVerificationsJob({ db, verification, now }),
  },
  // Unavailable registers, and orders of a stopped process.
  {
    name: 'ask-registers',
    cron: '* * * * *',
    run: ({ db, files, registries = noRegistries(), now }) =>
      fetchDueExtracts({ db, files, registries, now }),
  },
  // Grace ends at an instant: an hour late is a favour, a day late would be eight days.
  { name: 'end-grace', cron: '15 * * * *', run: ({ db, now, payments }) => endGrace({ db, now, payments }) },
  {
    name: 'follow-payments',
    cron: '25 * * * *',
    run: ({ db, now, payments }) => syncPaymentsJob({ db, now, payments }),
  },
  {
    name: 'report-usage',
    cron: '35 * * * *',
    run: ({ db, now, payments }) => reportUsage({ db, now, payments }),
  },
  {
    name: 'fetch-screening-lists',
    cron: '20 15 * * *',
    run: (deps) => markAndFetch(deps, fetchLists),
  },
  // A list that failed or that an older reader read leaves screenings incomplete: the next day would be late.
  { name: 'retry-screening-lists', cron: '50 * * * *', run: (deps) => markAndFetch(deps, retryLists) },
  // After these attempts.
  {
    name: listAlertsJob,
    cron: '58 * * * *',
    run: (deps) =>
      announceListProblems({
        db: deps.db,
        now: deps.now,
        screening: engineOf(deps),
        addresses: deps.listAddresses ?? {},
      }),
  },
  {
    name: misreadResultsJob,
    cron: '*/5 * * * *',
    run: (deps) => markMisreadResults({ db: deps.db, now: deps.now, screening: engineOf(deps) }),
  },
  // Checks the free registers for changes of verified businesses: an hour's share of them.
  {
    name: 'watch-registers',
    cron: '25 * * * *',
    run: ({ db, registries = noRegistries(), now }) => monitorRegisters({ db, registries, now }),
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
  // Soon after midnight in the companies' time zones, in summer and winter.
  {
    name: 'list-destructions',
    cron: '15 12,15,17 * * *',
    run: ({ db, now }) => listDestructions(db, { now }),
  },
  // Documents uploaded while the virus scanner could not be reached.
  {
    name: scanDocumentsJob,
    cron: '*/5 * * * *',
    run: ({ db, files, now }) => scanDocuments({ db, files, now }),
  },
  // HEIC documents of former versions, after an upgrade.
  {
    name: drawPicturesJob,
    cron: '*/5 * * * *',
    run: ({ db, files, now }) => drawPictures({ db, files, now }),
  },
  {
    name: documentNumbersJob,
    cron: '35 14 * * *',
    run: ({ db, verification, now }) => clearDocumentNumbers({ db, verification, now }),
  },
  {
    name: 'sweep-files',
    cron: '50 14 * * *',
    async run({ db, files, now }) {
      const result = await sweepFiles({ db, files, now });
      if (result.isForeign) throw new Error(foreignStorage);
      return result;
    },
  },
];
