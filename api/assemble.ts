import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints as allEndpoints } from '#contract/endpoints.ts';
import type { Identity } from './accounts/identity.ts';
import { findAdmin, findMember } from './accounts/store.ts';
import { type AreaDeps, areaBindings } from './areas.ts';
import type { Payments } from './billing/payment-service.ts';
import { takePaymentWebhook } from './billing/webhook.ts';
import type { Database } from './database/pool.ts';
import { findRecipient } from './document-requests/find-recipient.ts';
import type { RequestLinks } from './document-requests/links.ts';
import type { DocumentFiles } from './documents/intake.ts';
import { type Api, createApi } from './http/api.ts';
import type { Binding } from './http/bind.ts';
import { createSessionTokenCheck } from './http/session-tokens.ts';
import { takeVerificationCallback } from './individual-verifications/callback.ts';
import type { VerificationSettings } from './individual-verifications/deps.ts';
import type { Logger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { takeToken } from './rate-limits/take-token.ts';
import { noRegistries, type Registries } from './registries/registries.ts';
import type { ScreeningEngine } from './screening/engine.ts';
import { createListEngine } from './screening/list-engine.ts';
import type { ScreeningListsDeps } from './screening-lists/service.ts';

export interface AssembleDeps {
  database: Pick<Database, 'db' | 'pool'>;
  identity: Identity;
  files: DocumentFiles;
  /** How identities of individuals are checked. */
  verification: VerificationSettings;
  /** Registers of businesses; none is set up unless given. */
  registries?: Registries;
  /** Where people pay; nobody can unless given. */
  payments?: Payments | undefined;
  /** Finds people on lists; the lists that are kept in the database unless given. */
  screening?: ScreeningEngine;
  /** The outside service that it asks, if it does. */
  screeningService?: ScreeningListsDeps['screeningService'];
  /** The address that people open. */
  appUrl: string;
  /** Makes the links of document requests. */
  links: RequestLinks;
  /** Told when there is mail to send; nobody has to listen. */
  wakeMail?: () => void;
  now: () => Date;
  log: Logger;
  webSecret: string;
  /** Signs the heads of audit chains that leave with an export. */
  auditKey: string;
  /** Keys that heads were signed with before; none unless given. */
  pastAuditKeys?: readonly string[];
  trustedProxies: number;
  metricsToken?: string;
  /** Holds every answer against the contract: on in tests and development. */
  checkAnswers: boolean;
  /** The contract's unless given. */
  endpoints?: readonly Endpoint[];
  /** The areas' unless given. */
  bindings?: (deps: AreaDeps) => Binding[];
}

/** The main API over a database and an identity service: nothing listens yet. */
export function assembleApi(deps: AssembleDeps): Api {
  const { database, identity, now, log } = deps;
  const { db, pool } = database;
  const checkSessionToken = createSessionTokenCheck({ verifyToken: identity.verifyToken, now });
  const bindings = (deps.bindings ?? areaBindings)({
    db,
    now,
    identity,
    checkSessionToken,
    files: deps.files,
    verification: deps.verification,
    registries: deps.registries ?? noRegistries(),
    screening: deps.screening ?? createListEngine({ db }),
    screeningService: deps.screeningService,
    payments: deps.payments,
    appUrl: deps.appUrl,
    links: deps.links,
    wakeMail: deps.wakeMail ?? (() => undefined),
    auditKey: deps.auditKey,
    pastAuditKeys: deps.pastAuditKeys ?? [],
  });
  return createApi({
    endpoints: deps.endpoints ?? allEndpoints,
    bindings,
    checkSessionToken,
    memberBySubject: (subject) => findMember(db, subject),
    adminBySubject: (subject) => findAdmin(db, subject),
    findRecipient: (authorization, now) => findRecipient(db, authorization, now),
    countRecipientCall: (clientIp) => takeToken(db, 'publicRequest.ip', clientIp, now()),
    takeVerificationCallback: (body, headers) =>
      takeVerificationCallback({ db, now, verification: deps.verification }, body, headers),
    takePaymentWebhook: (body, headers, requestId) =>
      takePaymentWebhook({ db, now, payments: deps.payments }, body, headers, requestId),
    now,
    log,
    metrics: createMetrics(pool),
    async databaseAnswers() {
      await pool.query('SELECT 1');
    },
    webSecret: deps.webSecret,
    trustedProxies: deps.trustedProxies,
    metricsToken: deps.metricsToken,
    checkAnswers: deps.checkAnswers,
  });
}
