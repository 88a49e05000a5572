import { moveClient, readDiligence } from '#contract/diligence.ts';
import { recordFinding, withdrawFinding } from '#contract/findings.ts';
import { type Binding, bind } from '../http/bind.ts';
import { recordFinding as record, withdrawFinding as withdraw } from './findings.ts';
import { moveClient as move } from './moves.ts';
import { type DiligenceDeps, readDiligence as read } from './service.ts';

/** What due diligence clients need, and moving them on. */
export function diligenceRoutes(deps: DiligenceDeps): Binding[] {
  return [
    bind(readDiligence, ({ params }, caller) => read(deps, caller, params.id)),
    bind(recordFinding, ({ params, body }, caller) => record(deps, caller, params.id, body)),
    bind(withdrawFinding, ({ params, body }, caller) =>
      withdraw(deps, caller, { clientId: params.id, subject: params.subject }, body),
    ),
    bind(moveClient, ({ params, body }, caller) => move(deps, caller, params.id, body)),
  ];
}
