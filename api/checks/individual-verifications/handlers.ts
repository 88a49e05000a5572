import { reopenVerification, retry, runChecks, sendLink } from './check-commands.ts';
import { approveException, cancel, decide } from './decisions.ts';
import { addDocument, parseMrz, recordBureauNotice, recordConsent, removeDocument } from './evidence.ts';
import { listVerifications, readVerification } from './queries.ts';
import { startVerification } from './start.ts';

/** Handlers of the individual verification endpoints. */
export const individualVerificationHandlers = [
  listVerifications,
  startVerification,
  readVerification,
  recordConsent,
  addDocument,
  removeDocument,
  parseMrz,
  runChecks,
  recordBureauNotice,
  sendLink,
  decide,
  approveException,
  retry,
  cancel,
  reopenVerification,
] as const;
