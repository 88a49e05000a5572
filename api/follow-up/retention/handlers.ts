import { exportCertificates } from './certificates.ts';
import { confirmListed, liftHold, placeHold } from './commands.ts';
import { readRetention } from './queries.ts';

/** Handlers of legal holds and destruction. */
export const retentionHandlers = [
  readRetention,
  confirmListed,
  exportCertificates,
  placeHold,
  liftHold,
] as const;
