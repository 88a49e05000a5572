import { exportBreaches, listBreaches, readBreach } from '#contract/privacy/breaches.ts';
import { readPurgeSchedule } from '#contract/privacy/purges.ts';
import {
  exportPrivacyRequests,
  listClientPrivacyRequests,
  listPrivacyRequests,
} from '#contract/privacy/requests.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { assessBreach, changeBreach, closeBreach, notifyBreach, recordBreach } from './breach-commands.ts';
import { exportBreaches as exportAllBreaches, exportRequests } from './exports.ts';
import { showBreach, showBreaches, showPurges, showRequests } from './queries.ts';
import {
  attachStatement,
  decidePrivacyRequest,
  extendPrivacyRequest,
  recordPrivacyRequest,
} from './request-commands.ts';

const handler = handlersFor<CommandDeps>();

/** Handlers of the breach register, and of requests for access and correction. */
export const privacyHandlers = [
  handler(listBreaches, (deps, { query }, caller) => showBreaches(deps, caller, query.before)),
  handler(exportBreaches, (deps, _input, caller) => exportAllBreaches(deps, caller)),
  handler(readBreach, (deps, { params }, caller) => showBreach(deps, caller, params.id)),
  recordBreach,
  changeBreach,
  assessBreach,
  notifyBreach,
  closeBreach,
  handler(readPurgeSchedule, (deps, _input, caller) => showPurges(deps, caller)),
  handler(listPrivacyRequests, (deps, { query }, caller) => showRequests(deps, caller, query)),
  handler(listClientPrivacyRequests, (deps, { params }, caller) =>
    showRequests(deps, caller, { clientId: params.id }),
  ),
  handler(exportPrivacyRequests, (deps, _input, caller) => exportRequests(deps, caller)),
  recordPrivacyRequest,
  extendPrivacyRequest,
  decidePrivacyRequest,
  attachStatement,
] as const;
