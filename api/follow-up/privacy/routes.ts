import { exportBreaches, listBreaches, readBreach } from '#contract/privacy/breaches.ts';
import { readPurgeSchedule } from '#contract/privacy/purges.ts';
import {
  exportPrivacyRequests,
  listClientPrivacyRequests,
  listPrivacyRequests,
} from '#contract/privacy/requests.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { assessBreach, changeBreach, closeBreach, notifyBreach, recordBreach } from './breach-commands.ts';
import { exportBreaches as exportAllBreaches, exportRequests } from './exports.ts';
import { showBreach, showBreaches, showPurges, showRequests } from './queries.ts';
import {
  attachStatement,
  decidePrivacyRequest,
  extendPrivacyRequest,
  recordPrivacyRequest,
} from './request-commands.ts';

/** Handlers of the breach register, and of requests for access and correction. */
export function privacyRoutes(deps: CommandDeps): Binding[] {
  return [
    bind(listBreaches, ({ query }, caller) => showBreaches(deps, caller, query.before)),
    bind(exportBreaches, (_input, caller) => exportAllBreaches(deps, caller)),
    bind(readBreach, ({ params }, caller) => showBreach(deps, caller, params.id)),
    ...[recordBreach, changeBreach, assessBreach, notifyBreach, closeBreach].map((item) => item.bind(deps)),
    bind(readPurgeSchedule, (_input, caller) => showPurges(deps, caller)),
    bind(listPrivacyRequests, ({ query }, caller) => showRequests(deps, caller, query)),
    bind(listClientPrivacyRequests, ({ params }, caller) =>
      showRequests(deps, caller, { clientId: params.id }),
    ),
    bind(exportPrivacyRequests, (_input, caller) => exportRequests(deps, caller)),
    ...[recordPrivacyRequest, extendPrivacyRequest, decidePrivacyRequest, attachStatement].map((item) =>
      item.bind(deps),
    ),
  ];
}
