import { handlersIn } from '../../kernel/command/handler.ts';
import * as commands from './commands.ts';
import * as enrol from './enrol.ts';
import * as enrolments from './enrolments.ts';
import * as queries from './queries.ts';

/** Handlers of the worklist and enrolment endpoints. */
export const worklistHandlers = handlersIn(queries, commands, enrolments, enrol);
