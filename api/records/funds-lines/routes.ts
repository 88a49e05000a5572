import { listActivityFundsLines, listFundsLines, readFundsLine } from '#contract/cdd/funds-lines.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { addLine, changeLine, rejectLine, verifyLine, withdrawLine } from './commands.ts';
import { type FundsLinesDeps, listActivityLines, listLines, readLine } from './queries.ts';

/** Handlers of the endpoints of source of funds and wealth. */
export function fundsLinesRoutes(deps: FundsLinesDeps): Binding[] {
  return [
    bind(listFundsLines, ({ params, query }, caller) => listLines(deps, caller, params.id, query)),
    bind(listActivityFundsLines, ({ params, query }, caller) =>
      listActivityLines(deps, caller, params.id, query),
    ),
    bind(readFundsLine, ({ params: { id, lineId } }, caller) =>
      readLine(deps, caller, { clientId: id, lineId }),
    ),
    addLine.bind(deps),
    changeLine.bind(deps),
    verifyLine.bind(deps),
    rejectLine.bind(deps),
    withdrawLine.bind(deps),
  ];
}
