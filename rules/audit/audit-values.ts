import { activityOutcomeLabels } from '#rules/activity-types.ts';
import { alertOutcomeLabels, alertSeverityLabels } from '#rules/alerts/alert-types.ts';
import {
  cddLevelLabels,
  cddStatusLabels,
  clientStatusLabels,
  pepStatusLabels,
  riskLevelLabels,
  sanctionsStatusLabels,
} from '#rules/clients/client-types.ts';
import { machineResultLabels } from '#rules/identity-verification/machine-result.ts';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { requestLifecycle, verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { memberLifecycle, subscriptionLifecycle } from '#rules/lifecycles/company.ts';
import { alertLifecycle, enrolmentLifecycle, reviewLifecycle } from '#rules/lifecycles/monitoring.ts';
import { assessmentLifecycle } from '#rules/lifecycles/risk.ts';

/** Labels of values in audit events, by record type and field. */
const valueLabels: Record<string, Record<string, Record<string, string>>> = {
  client: {
    status: clientStatusLabels,
    cddStatus: cddStatusLabels,
    cddLevel: cddLevelLabels,
    riskLevel: riskLevelLabels,
    pepStatus: pepStatusLabels,
    sanctionsStatus: sanctionsStatusLabels,
    monitoring: enrolmentLifecycle.labels,
  },
  activity: { status: activityLifecycle.labels, outcome: activityOutcomeLabels },
  individualVerification: { status: verificationLifecycle.labels, machineResult: machineResultLabels },
  businessVerification: { status: verificationLifecycle.labels },
  documentRequest: { status: requestLifecycle.labels },
  alert: {
    status: alertLifecycle.labels,
    severity: alertSeverityLabels,
    outcome: alertOutcomeLabels,
  },
  review: { status: reviewLifecycle.labels, riskBefore: riskLevelLabels, riskAfter: riskLevelLabels },
  riskAssessment: { status: assessmentLifecycle.labels, level: riskLevelLabels },
  subscription: { status: subscriptionLifecycle.labels },
  member: { status: memberLifecycle.labels },
};

/**
 * Formats a value of an audit event's detail for screens and exports. Events contain a status as stored value or as the label at the
 * time; both are hashed into the chain and never change.
 */
export function formatAuditValue(resourceType: string, field: string, value: string): string {
  return valueLabels[resourceType]?.[field.slice(field.lastIndexOf('.') + 1)]?.[value] ?? value;
}
