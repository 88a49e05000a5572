import { z } from 'zod';
import type { EmailEnv } from '../integrations/email/transport.ts';
import type { FileScannerEnv } from '../integrations/file-scanner/file-scanner.ts';
import type { RegistriesEnv } from '../integrations/registries/registries.ts';
import type { PaymentsEnv } from '../records/billing/payment-service.ts';
import {
  type ScreeningEnv,
  screeningEnv,
  screeningVariables,
} from '../records/screening-engine/screening-env.ts';
import { auditProblems } from './audit-env.ts';
import { dnsVariables } from './dns-env.ts';
import { emailEnv, emailVariables } from './email-env.ts';
import { fileScannerEnv, fileScannerVariables } from './file-scanner-env.ts';
import { fileStorageProblems } from './file-storage-env.ts';
import { type IdentityEnv, identityEnv, identityVariables } from './identity-env.ts';
import { listAddressProblems } from './list-address-checks.ts';
import { paymentProblems, paymentsEnv, paymentVariables } from './payments-env.ts';
import { productionProblems } from './production-checks.ts';
import { registriesEnv, registriesVariables } from './registries-env.ts';
import { type ServerEnv, serverEnv, serverVariables } from './server-env.ts';
import {
  type DatabaseEnv,
  databaseEnv,
  databaseVariables,
  type StorageEnv,
  storageEnv,
  storageVariables,
} from './storage-env.ts';
import {
  parseWith,
  problemsWith,
  type Source,
  setVariables,
  type VariableProblem,
} from './variable-problems.ts';
import { type VerificationEnv, verificationEnv, verificationVariables } from './verification-env.ts';

/** Settings of an API process. */
export type Env = StorageEnv &
  IdentityEnv &
  VerificationEnv &
  ServerEnv & {
    registries: RegistriesEnv;
    screening: ScreeningEnv;
    mail: EmailEnv;
    /** Undefined if payment is not configured. */
    payments?: PaymentsEnv | undefined;
    salesAddress?: string | undefined;
    /** Undefined without a scanner. */
    fileScanner?: FileScannerEnv | undefined;
    /** Name server for proofs of domains; undefined: the system's. */
    dnsServer?: string | undefined;
  };

const allVariables = z.object({
  ...storageVariables.shape,
  ...identityVariables.shape,
  ...registriesVariables.shape,
  ...screeningVariables.shape,
  ...paymentVariables.shape,
  ...verificationVariables.shape,
  ...emailVariables.shape,
  ...fileScannerVariables.shape,
  ...dnsVariables.shape,
  ...serverVariables.shape,
});

const storageChecks = [productionProblems, auditProblems, fileStorageProblems];

const allChecks = [...storageChecks, paymentProblems, listAddressProblems];

/** Problems of an API process's environment, for a caller that also starts other processes. */
export const envProblems = (source: Source): VariableProblem[] =>
  problemsWith(allVariables, setVariables(source), allChecks);

/**
 * The validated environment of an API process.
 *
 * @throws Error with one message that names every missing or invalid variable, and its purpose.
 */
export function readEnv(source: Source): Env {
  const values = parseWith(allVariables, source, allChecks);
  return {
    ...storageEnv(values),
    ...identityEnv(values),
    ...verificationEnv(values),
    ...serverEnv(values),
    registries: registriesEnv(values),
    screening: screeningEnv(values),
    payments: paymentsEnv(values),
    salesAddress: values.SALES_ADDRESS,
    mail: emailEnv(values),
    fileScanner: fileScannerEnv(values),
    dnsServer: values.DNS_SERVER,
  };
}

/** Settings of a command that opens the database itself. @throws Error as `readEnv` does. */
export function readStorageEnv(source: Source): StorageEnv {
  return storageEnv(parseWith(storageVariables, source, storageChecks));
}

/** Settings of a command that opens the database and needs no secrets. @throws Error as `readEnv` does. */
export function readDatabaseEnv(source: Source): DatabaseEnv {
  return databaseEnv(parseWith(databaseVariables, source));
}

/** Settings of a command that calls the identity service. @throws Error as `readEnv` does. */
export function readIdentityEnv(source: Source): IdentityEnv {
  return identityEnv(parseWith(identityVariables, source));
}
