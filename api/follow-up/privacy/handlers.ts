import { assessBreach, changeBreach, closeBreach, notifyBreach, recordBreach } from './breach-commands.ts';
import { exportBreaches, exportPrivacyRequests } from './exports.ts';
import {
  listBreaches,
  listClientPrivacyRequests,
  listPrivacyRequests,
  readBreach,
  readPurgeSchedule,
} from './queries.ts';
import {
  attachStatement,
  decidePrivacyRequest,
  extendPrivacyRequest,
  recordPrivacyRequest,
} from './request-commands.ts';

/** Handlers of the breach register, and of requests for access and correction. */
export const privacyHandlers = [
  listBreaches,
  exportBreaches,
  readBreach,
  recordBreach,
  changeBreach,
  assessBreach,
  notifyBreach,
  closeBreach,
  readPurgeSchedule,
  listPrivacyRequests,
  listClientPrivacyRequests,
  exportPrivacyRequests,
  recordPrivacyRequest,
  extendPrivacyRequest,
  decidePrivacyRequest,
  attachStatement,
] as const;
