import { listActivityFundsLines, listFundsLines, readFundsLine } from '#contract/cdd/funds-lines.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { addLine, changeLine, rejectLine, verifyLine, withdrawLine } from './commands.ts';
import { type FundsLinesDeps, listActivityLines, listLines, readLine } from './queries.ts';

const handler = handlersFor<FundsLinesDeps>();

/** Handlers of the endpoints of source of funds and wealth. */
export const fundsLineHandlers = [
  handler(listFundsLines, (deps, { params, query }, caller) => listLines(deps, caller, params.id, query)),
  handler(listActivityFundsLines, (deps, { params, query }, caller) =>
    listActivityLines(deps, caller, params.id, query),
  ),
  handler(readFundsLine, (deps, { params: { id, lineId } }, caller) =>
    readLine(deps, caller, { clientId: id, lineId }),
  ),
  addLine,
  changeLine,
  verifyLine,
  rejectLine,
  withdrawLine,
] as const;
