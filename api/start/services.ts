import { join } from 'node:path';
import type { VerificationSettings } from '../checks/individual-verifications/record/deps.ts';
import { keyDeps } from '../commands/run-command.ts';
import type { Env } from '../env/read-env.ts';
import { createRequestLinks } from '../follow-up/document-requests/links.ts';
import { createClamavScanner } from '../integrations/file-scanner/clamav.ts';
import { openRegistries } from '../integrations/registries/registries.ts';
import { createVerificationProvider } from '../integrations/verification-provider/provider.ts';
import type { SigningKeys } from '../kernel/audit/signing-keys.ts';
import type { Database } from '../kernel/database/pool.ts';
import type { Logger } from '../kernel/log.ts';
import { openPayments } from '../records/billing/payment-service.ts';
import { encryptedStorage } from '../records/documents/encrypted-storage.ts';
import { openFileStorage } from '../records/documents/storage.ts';
import { openScreening } from '../records/screening-engine/open-screening.ts';
import { beginDemo } from './demo.ts';

/** What the parts of a start have in common. */
export type StartDeps = { env: Env; log: Logger; now: () => Date };

function verificationSettings(deps: StartDeps): VerificationSettings {
  const { env, log, now } = deps;
  return {
    provider: createVerificationProvider({
      baseUrl: env.verificationProviderUrl,
      token: env.verificationProviderToken,
      now,
      log,
    }),
    ...keyDeps(env, now).sealingKey,
    callbackUrl: `${env.appUrl}/api/v1/webhooks/verification`,
    callbackSecrets: env.verificationCallbackSecrets,
    onError: (error) => log.error({ error }, 'a verification was left to the job'),
  };
}

/** Opens the services that requests and jobs share, and begins the demo with them in the sandbox. */
export async function openServices(deps: StartDeps, database: Database, signingKeys: SigningKeys) {
  const { env, log, now } = deps;
  const keys = keyDeps(env, now).sealingKey;
  const raw = await openFileStorage(env.files);
  const scanner = env.fileScanner && createClamavScanner(env.fileScanner);
  const filesWith = (db: Database['db']) => ({
    storage: encryptedStorage(raw, { db, companyKeys: keys.companyKeys }),
    incomingFolder: join(env.dataDir, 'incoming'),
    scanner,
  });
  const files = filesWith(database.db);
  const registries = openRegistries(env.registries, now);
  const demoRest = await beginDemo(
    env,
    { database, now, sealingKey: keys, storage: files.storage },
    { files: filesWith, registries, incomingFolder: files.incomingFolder },
  );
  const payments =
    env.payments &&
    openPayments(env.payments, {
      appUrl: env.appUrl,
      report: (details, message) => log.error(details, message),
    });
  return {
    demoRest,
    shared: {
      database,
      files,
      verification: verificationSettings(deps),
      registries,
      // One for requests and jobs: the lists' indexes are in its memory.
      screening: openScreening(env.screening, { db: database.db, now, log }),
      payments,
      links: createRequestLinks({
        secret: keys.idHmacKey,
        pastSecrets: keys.pastIdHmacKeys ?? [],
        appUrl: env.appUrl,
      }),
      signingKeys,
      now,
    },
  };
}

/** The services that requests and jobs share. */
export type SharedServices = Awaited<ReturnType<typeof openServices>>['shared'];
