import {
  confirmDestruction,
  exportCertificates,
  liftLegalHold,
  readRetention,
  setLegalHold,
} from '#contract/retention.ts';
import { type Binding, bind } from '../http/bind.ts';
import { confirmOne, exportAll, hold, liftHold, type RetentionDeps, showRetention } from './service.ts';

/** Keeping records back, and destroying them when their time has come. */
export function retentionRoutes(deps: RetentionDeps): Binding[] {
  return [
    bind(readRetention, ({ query }, caller) => showRetention(deps, caller, query)),
    bind(confirmDestruction, ({ params, body }, caller) => confirmOne(deps, caller, params.id, body)),
    bind(exportCertificates, (_input, caller) => exportAll(deps, caller)),
    bind(setLegalHold, ({ params, body }, caller) => hold(deps, caller, params.id, body)),
    bind(liftLegalHold, ({ params, body }, caller) => liftHold(deps, caller, params.id, body)),
  ];
}
