import { moveClient, readDiligence } from '#contract/diligence.ts';
import { type Binding, bind } from '../http/bind.ts';
import { moveClient as move } from './moves.ts';
import { type DiligenceDeps, readDiligence as read } from './service.ts';

/** What due diligence clients need, and moving them on. */
export function diligenceRoutes(deps: DiligenceDeps): Binding[] {
  return [
    bind(readDiligence, ({ params }, caller) => read(deps, caller, params.id)),
    bind(moveClient, ({ params, body }, caller) => move(deps, caller, params.id, body)),
  ];
}
