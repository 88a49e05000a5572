import {
  listVerifications,
  readMachineReadableLines,
  readVerification,
  sendVerificationLink,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { reopenVerification, retry, runChecks, sendLink } from './check-commands.ts';
import { approveException, cancel, decide } from './decisions.ts';
import { addDocument, parseMrz, recordBureauNotice, recordConsent, removeDocument } from './evidence.ts';
import { listVerifications as list, readVerification as read } from './queries.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { startVerification as start } from './start.ts';

const handler = handlersFor<VerificationsDeps>();

/** Handlers of the individual verification endpoints. */
export const individualVerificationHandlers = [
  handler(listVerifications, (deps, { params, query }, caller) =>
    list(deps, caller, params.clientId, query.before),
  ),
  handler(startVerification, (deps, { params, body }, caller) => start(deps, caller, params.clientId, body)),
  handler(readVerification, (deps, { params }, caller) => read(deps, caller, params.id)),
  recordConsent,
  addDocument,
  removeDocument,
  handler(readMachineReadableLines, (deps, { params, body }, caller) =>
    parseMrz(deps, caller, params.id, body.lines),
  ),
  runChecks,
  recordBureauNotice,
  handler(sendVerificationLink, (deps, { params, body }, caller) => sendLink(deps, caller, params.id, body)),
  decide,
  approveException,
  retry,
  cancel,
  reopenVerification,
] as const;
