import {
  addVerificationDocument,
  approveVerificationException,
  cancelVerification,
  decideVerification,
  listVerifications,
  readMachineReadableLines,
  readVerification,
  recordConsent,
  removeVerificationDocument,
  retryVerification,
  runVerificationChecks,
  sendVerificationLink,
  startVerification,
  verifyAgain,
} from '#contract/individual-verifications.ts';
import { type Binding, bind } from '../http/bind.ts';
import { approveException, cancel, decide } from './decisions.ts';
import type { VerificationsDeps } from './deps.ts';
import { addDocument, recordConsent as consent, readLines, removeDocument } from './evidence.ts';
import { listVerifications as list, readVerification as read } from './reading.ts';
import { verifyAgain as again, retry, runChecks, sendLink } from './running.ts';
import { startVerification as start } from './start.ts';

/** The endpoints of individuals' verifications with what answers them. */
export function individualVerificationsRoutes(deps: VerificationsDeps): Binding[] {
  return [
    bind(listVerifications, ({ params, query }, caller) => list(deps, caller, params.clientId, query.before)),
    bind(startVerification, ({ params, body }, caller) => start(deps, caller, params.clientId, body)),
    bind(readVerification, ({ params }, caller) => read(deps, caller, params.id)),
    bind(recordConsent, ({ params, body }, caller) => consent(deps, caller, params.id, body)),
    bind(addVerificationDocument, ({ params, body }, caller) => addDocument(deps, caller, params.id, body)),
    bind(removeVerificationDocument, ({ params, body }, caller) =>
      removeDocument(deps, caller, params, body),
    ),
    bind(readMachineReadableLines, ({ params, body }, caller) =>
      readLines(deps, caller, params.id, body.lines),
    ),
    bind(runVerificationChecks, ({ params, body }, caller) => runChecks(deps, caller, params.id, body)),
    bind(sendVerificationLink, ({ params, body }, caller) => sendLink(deps, caller, params.id, body)),
    bind(decideVerification, ({ params, body }, caller) => decide(deps, caller, params.id, body)),
    bind(approveVerificationException, ({ params, body }, caller) =>
      approveException(deps, caller, params.id, body),
    ),
    bind(retryVerification, ({ params, body }, caller) => retry(deps, caller, params.id, body)),
    bind(cancelVerification, ({ params, body }, caller) => cancel(deps, caller, params.id, body)),
    bind(verifyAgain, ({ params, body }, caller) => again(deps, caller, params.id, body)),
  ];
}
