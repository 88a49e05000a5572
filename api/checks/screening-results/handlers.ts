import { readAlertDetail } from './alert-detail.ts';
import { decideMatch, dismissMatches } from './decide.ts';
import { readClientMonitoring, screenClient } from './service.ts';

/** Handlers of the screening endpoints. */
export const screeningHandlers = [
  readAlertDetail,
  readClientMonitoring,
  screenClient,
  decideMatch,
  dismissMatches,
] as const;
