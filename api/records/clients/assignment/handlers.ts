import { assignFiltered, assignTicked } from './service.ts';

/** Handlers of bulk changes to clients, including enrolment in monitoring. */
export const clientAssignmentHandlers = [assignTicked, assignFiltered] as const;
