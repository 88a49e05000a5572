import { handlersIn } from '../../kernel/command/handler.ts';
import * as acceptance from './acceptance.ts';
import * as commands from './commands.ts';
import * as invitations from './invitations.ts';
import * as queries from './queries.ts';
import * as transitions from './transitions.ts';

/** Handlers of the team endpoints: members, their management by owners, and accepting invitations. */
export const memberHandlers = handlersIn(queries, invitations, commands, transitions, acceptance);
