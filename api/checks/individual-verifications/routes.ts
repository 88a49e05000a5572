import {
  listVerifications,
  readMachineReadableLines,
  readVerification,
  sendVerificationLink,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { reopenVerification, retry, runChecks, sendLink } from './check-commands.ts';
import { approveException, cancel, decide } from './decisions.ts';
import { addDocument, parseMrz, recordBureauNotice, recordConsent, removeDocument } from './evidence.ts';
import { listVerifications as list, readVerification as read } from './queries.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { startVerification as start } from './start.ts';

/** Handlers of the individual verification endpoints. */
export function individualVerificationsRoutes(deps: VerificationsDeps): Binding[] {
  return [
    bind(listVerifications, ({ params, query }, caller) => list(deps, caller, params.clientId, query.before)),
    bind(startVerification, ({ params, body }, caller) => start(deps, caller, params.clientId, body)),
    bind(readVerification, ({ params }, caller) => read(deps, caller, params.id)),
    recordConsent.bind(deps),
    addDocument.bind(deps),
    removeDocument.bind(deps),
    bind(readMachineReadableLines, ({ params, body }, caller) =>
      parseMrz(deps, caller, params.id, body.lines),
    ),
    runChecks.bind(deps),
    recordBureauNotice.bind(deps),
    bind(sendVerificationLink, ({ params, body }, caller) => sendLink(deps, caller, params.id, body)),
    decide.bind(deps),
    approveException.bind(deps),
    retry.bind(deps),
    cancel.bind(deps),
    reopenVerification.bind(deps),
  ];
}
