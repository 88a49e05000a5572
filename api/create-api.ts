import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints as allEndpoints } from '#contract/endpoints.ts';
import { handleVerificationCallback } from './checks/individual-verifications/callback.ts';
import type { VerificationSettings } from './checks/individual-verifications/record/deps.ts';
import { type AreaDeps, areaBindings } from './endpoint-bindings.ts';
import { findRecipient } from './follow-up/document-requests/find-recipient.ts';
import type { RequestLinks } from './follow-up/document-requests/links.ts';
import { createTxtReader, type ReadTxtRecords } from './integrations/dns/txt-records.ts';
import { noRegistries, type Registries } from './integrations/registries/registries.ts';
import type { SigningKeys } from './kernel/audit/signing-keys.ts';
import type { Database } from './kernel/database/pool.ts';
import { type Api, createApi } from './kernel/http/api.ts';
import type { Binding } from './kernel/http/bind-endpoint.ts';
import { countUse } from './kernel/http/count-use.ts';
import { savedDocs } from './kernel/http/kept-docs.ts';
import { createSessionTokenCheck } from './kernel/http/session-tokens.ts';
import type { Logger } from './kernel/log.ts';
import { createMetrics } from './kernel/metrics.ts';
import { publicReach, sandboxReach } from './kernel/network-reach.ts';
import { consumeRateLimitToken } from './kernel/rate-limits/take-token.ts';
import type { ReadJournal } from './kernel/read-events/journal.ts';
import { touchBrowserSession } from './kernel/sessions/browser-session-store.ts';
import type { Payments } from './records/billing/payment-service.ts';
import { handlePaymentWebhook } from './records/billing/webhook.ts';
import { createListCountCache } from './records/clients/list/list-count-cache.ts';
import type { DocumentFiles } from './records/documents/receive-file.ts';
import type { ScreeningEngine } from './records/screening-engine/engine.ts';
import { createListEngine } from './records/screening-engine/list-engine.ts';
import type { ScreeningListsDeps } from './records/screening-lists/service.ts';
import type { Identity } from './records/sign-in/identity.ts';
import { isSessionOpen } from './records/sign-in/sessions.ts';
import { isSignInUnused } from './records/sign-in/sign-in-nonces.ts';
import { findAdmin, findMember, findSessionEnds } from './records/sign-in/store.ts';

export interface AssembleDeps {
  database: Pick<Database, 'db' | 'pool'>;
  identity: Identity;
  files: DocumentFiles;
  /** Settings for verifying individuals. */
  verification: VerificationSettings;
  /** Registers of businesses; default: none is configured. */
  registries?: Registries;
  /** Payment service; without it payment is unavailable. */
  payments?: Payments | undefined;
  /** Screening engine; default: the lists in the database. */
  screening?: ScreeningEngine;
  /** The external screening service, if configured. */
  screeningService?: ScreeningListsDeps['screeningService'];
  /** Public URL of the app. */
  appUrl: string;
  /** TXT records of domains; default: by the system's name server. */
  readTxtRecords?: ReadTxtRecords;
  /** Creates the links of document requests. */
  links: RequestLinks;
  /** Called when email is queued; optional. */
  wakeOutbox?: () => void;
  /** Called when a bulk action is started; optional. */
  wakeBulkActions?: (() => void) | undefined;
  /** Makes the OpenAPI document and its page, once; those of the build unless given. */
  makeDocs?: typeof savedDocs;
  now: () => Date;
  log: Logger;
  webSecret: string;
  /** Notes who opens which record. */
  readJournal: ReadJournal;
  /** Sign the audit log before data is sent out. */
  signingKeys: SigningKeys;
  /** Shared keys with which a former version signed; default: none. */
  auditKeys?: readonly string[];
  /** Folder of the signed batches outside the database, which verification compares. */
  headsFolder?: string | undefined;
  /** Former secrets of the web, which verify its signatures; default: none. */
  pastWebSecrets?: readonly string[];
  trustedProxies: number;
  metricsToken?: string;
  /** Validates every response against the contract: enabled in tests and development. */
  /** In the sandbox, owners and platform admins may sign in without a second factor. */
  isSandbox: boolean;
  checkAnswers: boolean;
  /** Default: the contract's. */
  endpoints?: readonly Endpoint[];
  /** Default: those of the areas. */
  bindings?: (deps: AreaDeps) => Binding[];
}

/** Memoises an async factory; a failed call is retried at the next one. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Assembles the main API over a database and an identity service, without listening. */
export function assembleApi(deps: AssembleDeps): Api {
  const { database, identity, now, log } = deps;
  const { db, pool } = database;
  const checkSessionToken = createSessionTokenCheck({ verifyToken: identity.verifyToken, now });
  const bindings = (deps.bindings ?? areaBindings)({
    db,
    now,
    log,
    webSecret: deps.webSecret,
    pastWebSecrets: deps.pastWebSecrets,
    identity,
    checkSessionToken,
    files: deps.files,
    verification: deps.verification,
    registries: deps.registries ?? noRegistries(),
    screening: deps.screening ?? createListEngine({ db }),
    screeningService: deps.screeningService,
    payments: deps.payments,
    appUrl: deps.appUrl,
    readTxtRecords: deps.readTxtRecords ?? createTxtReader(),
    links: deps.links,
    longLists: createListCountCache(),
    wakeOutbox: deps.wakeOutbox ?? (() => undefined),
    wakeBulkActions: deps.wakeBulkActions,
    auditKeys: deps.auditKeys ?? [],
    headsFolder: deps.headsFolder,
    signingKeys: deps.signingKeys,
    readJournal: deps.readJournal,
    streamReach: deps.isSandbox ? sandboxReach : publicReach,
  });
  return createApi({
    isSandbox: deps.isSandbox,
    endpoints: deps.endpoints ?? allEndpoints,
    bindings,
    checkSessionToken,
    memberBySubject: (subject, secretHash, at) => findMember(db, subject, { secretHash, now: at }),
    adminBySubject: (subject, secretHash) => findAdmin(db, subject, secretHash),
    touchSession: (id, at, address) => touchBrowserSession(db, { id, at, address }),
    getSessionEnds: (subject) => findSessionEnds(db, subject),
    isSessionOpen: (secretHash, subject) => isSessionOpen({ db, now }, secretHash, subject),
    isSignInUnused: (token) => isSignInUnused({ ...deps, db, now }, token),
    findRecipient: (authorization, now) => findRecipient(db, authorization, now),
    countRecipientCall: (clientIp) => consumeRateLimitToken(db, 'publicRequest.ip', clientIp, now()),
    handleVerificationCallback: (body, headers) =>
      handleVerificationCallback({ db, now, verification: deps.verification }, body, headers),
    handlePaymentWebhook: (body, headers, requestId) =>
      handlePaymentWebhook(
        { db, now, payments: deps.payments, wakeOutbox: deps.wakeOutbox },
        body,
        headers,
        requestId,
      ),
    now,
    log,
    metrics: createMetrics(pool),
    docs: once(() =>
      (deps.makeDocs ?? savedDocs)(deps.endpoints ?? allEndpoints, {
        isContract: deps.endpoints === undefined,
      }),
    ),
    noteRead: ({ type, recordId }, { member, company, request }) =>
      deps.readJournal.note({
        companyId: company.id,
        memberId: member.id,
        role: member.role,
        type,
        recordId,
        sessionId: request.sessionId ?? null,
        address: request.clientIp,
      }),
    countUse: (use, caller) => countUse(db, use, caller, now()),
    countDocsCall: (clientIp) => consumeRateLimitToken(db, 'docs.ip', clientIp, now()),
    async isDatabaseReachable() {
      await pool.query('SELECT 1');
    },
    webSecrets: [deps.webSecret, ...(deps.pastWebSecrets ?? [])],
    trustedProxies: deps.trustedProxies,
    metricsToken: deps.metricsToken,
    checkAnswers: deps.checkAnswers,
  });
}
