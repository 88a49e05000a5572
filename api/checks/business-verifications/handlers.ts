import { handlersIn } from '../../kernel/command/handler.ts';
import * as createParties from './create-parties.ts';
import * as decide from './decide.ts';
import * as edit from './edit.ts';
import * as expansionCommands from './extracts/expansion-commands.ts';
import * as service from './record/service.ts';
import * as resolveMismatch from './resolve-mismatch.ts';
import * as start from './start.ts';

/** Handlers of the business verification endpoints. */
export const businessVerificationHandlers = handlersIn(
  service,
  start,
  expansionCommands,
  resolveMismatch,
  edit,
  createParties,
  decide,
);
