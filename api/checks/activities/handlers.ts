import { handlersIn } from '../../kernel/command/handler.ts';
import { arrangements } from './arrangements.ts';
import * as commands from './commands.ts';
import * as csvExport from './export.ts';
import * as list from './list.ts';
import { nonCooperation } from './non-cooperation.ts';
import * as queries from './queries.ts';
import * as transitions from './transitions.ts';

/** Handlers of the activity endpoints. */
export const activityHandlers = handlersIn(
  list,
  csvExport,
  commands,
  queries,
  transitions,
  nonCooperation,
  arrangements,
);
