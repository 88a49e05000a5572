import { assignAlert, claimAlert, transitionAlert } from './commands.ts';
import { listAlerts } from './queries.ts';

/** Handlers of the alert endpoints. */
export const alertHandlers = [listAlerts, transitionAlert, assignAlert, claimAlert] as const;
