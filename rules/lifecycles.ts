import { activityLifecycle } from './lifecycles/activities.ts';
import { requestLifecycle, screeningLifecycle, verificationLifecycle } from './lifecycles/checks.ts';
import { cddLifecycle, clientLifecycle } from './lifecycles/clients.ts';
import { memberLifecycle, subscriptionLifecycle } from './lifecycles/company.ts';
import {
  alertLifecycle,
  enrolmentLifecycle,
  reviewLifecycle,
  suspicionReportLifecycle,
} from './lifecycles/monitoring.ts';
import { assessmentLifecycle, templateVersionLifecycle } from './lifecycles/risk.ts';

/** All lifecycles, for code that iterates over them. */
export const lifecycles = {
  client: clientLifecycle,
  cdd: cddLifecycle,
  activity: activityLifecycle,
  templateVersion: templateVersionLifecycle,
  assessment: assessmentLifecycle,
  verification: verificationLifecycle,
  request: requestLifecycle,
  alert: alertLifecycle,
  review: reviewLifecycle,
  enrolment: enrolmentLifecycle,
  screening: screeningLifecycle,
  suspicionReport: suspicionReportLifecycle,
  subscription: subscriptionLifecycle,
  member: memberLifecycle,
};
