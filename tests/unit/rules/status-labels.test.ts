import { describe, expect, it } from 'vitest';
import { activityOutcomeLabels } from '#rules/activity-types.ts';
import { alertOutcomeLabels, alertSeverityLabels } from '#rules/alerts/alert-types.ts';
import { formatAuditValue } from '#rules/audit/audit-values.ts';
import { sanctionsStatusLabels } from '#rules/clients/client-types.ts';
import { requestItemStatusLabels } from '#rules/document-requests/items.ts';
import { packStatusLabels } from '#rules/evidence-pack/purposes.ts';
import { machineResultLabels } from '#rules/identity-verification/machine-result.ts';
import { lifecycles } from '#rules/lifecycles.ts';
import { listVersionStatusLabels } from '#rules/screening/list-version-status.ts';
import { matchStatusLabels } from '#rules/screening-matches/match-labels.ts';

/** Every lifecycle and other value shown as a status, each with its label. */
const expected: Record<string, { labels: Record<string, string>; says: Record<string, string> }> = {
  client: {
    labels: lifecycles.client.labels,
    says: {
      draft: 'Draft',
      onboarding: 'Onboarding',
      active: 'Active',
      dormant: 'Dormant',
      exited: 'Relationship ended',
      archived: 'Archived',
      declined: 'Declined',
      merged: 'Merged',
    },
  },
  cdd: {
    labels: lifecycles.cdd.labels,
    says: {
      notStarted: 'Not started',
      inProgress: 'In progress',
      readyForReview: 'Ready for review',
      returned: 'Returned',
      verified: 'Verified',
      exceptionApproved: 'Exception approved',
      refreshDue: 'Refresh due',
      unableToComplete: 'Unable to complete',
    },
  },
  activity: {
    labels: lifecycles.activity.labels,
    says: {
      toDo: 'To do',
      inProgress: 'In progress',
      inReview: 'In review',
      onHold: 'On hold',
      completed: 'Completed',
      cancelled: 'Cancelled',
    },
  },
  templateVersion: {
    labels: lifecycles.templateVersion.labels,
    says: { draft: 'Draft', published: 'Published', retired: 'Retired' },
  },
  assessment: {
    labels: lifecycles.assessment.labels,
    says: {
      draft: 'Draft',
      submitted: 'Awaiting approval',
      approved: 'Approved',
      returned: 'Returned',
      superseded: 'Superseded',
      void: 'Void',
    },
  },
  verification: {
    labels: lifecycles.verification.labels,
    says: {
      notStarted: 'Not started',
      sent: 'Sent',
      opened: 'Opened',
      processing: 'Processing',
      needsReview: 'Needs review',
      verified: 'Verified',
      failed: 'Not verified',
      expired: 'Expired',
      cancelled: 'Cancelled',
      error: 'Error',
      evidenceExpired: 'Evidence expired',
    },
  },
  request: {
    labels: lifecycles.request.labels,
    says: {
      draft: 'Draft',
      sent: 'Sent',
      opened: 'Opened',
      partlySubmitted: 'Partly submitted',
      submitted: 'Submitted',
      changesRequested: 'Changes requested',
      completed: 'Completed',
      expired: 'Expired',
      cancelled: 'Cancelled',
    },
  },
  alert: {
    labels: lifecycles.alert.labels,
    says: {
      open: 'Open',
      inProgress: 'In progress',
      snoozed: 'Snoozed',
      escalated: 'Escalated',
      closed: 'Closed',
    },
  },
  review: {
    labels: lifecycles.review.labels,
    says: {
      scheduled: 'Scheduled',
      due: 'Due',
      overdue: 'Overdue',
      inProgress: 'In progress',
      completed: 'Completed',
      cancelled: 'Cancelled',
    },
  },
  enrolment: {
    labels: lifecycles.enrolment.labels,
    says: { active: 'Active', paused: 'Paused', ended: 'Ended' },
  },
  screening: {
    labels: lifecycles.screening.labels,
    says: {
      queued: 'Queued',
      noMatch: 'No match',
      needsReview: 'Needs review',
      resolved: 'Resolved',
      error: 'Failed',
    },
  },
  suspicionReport: {
    labels: lifecycles.suspicionReport.labels,
    says: {
      considering: 'Being considered',
      draft: 'Draft',
      submitted: 'Submitted',
      decidedNotToReport: 'Decided not to report',
    },
  },
  subscription: {
    labels: lifecycles.subscription.labels,
    says: {
      incomplete: 'Incomplete',
      trialing: 'Trial',
      active: 'Active',
      pastDue: 'Payment overdue',
      paused: 'Paused',
      cancelled: 'Cancelled',
    },
  },
  member: {
    labels: lifecycles.member.labels,
    says: { invited: 'Invited', active: 'Active', suspended: 'Suspended', removed: 'Removed' },
  },
  machineResult: {
    labels: machineResultLabels,
    says: { pass: 'Pass', refer: 'Refer', fail: 'Fail', error: 'Error' },
  },
  requestItem: {
    labels: requestItemStatusLabels,
    says: { requested: 'Requested', given: 'Submitted', accepted: 'Accepted', rejected: 'Rejected' },
  },
  sanctions: {
    labels: sanctionsStatusLabels,
    says: {
      notChecked: 'Not screened',
      incomplete: 'Screening incomplete',
      clear: 'Clear',
      potential: 'Possible match',
      confirmed: 'Confirmed match',
    },
  },
  match: {
    labels: matchStatusLabels,
    says: {
      pending: 'Undecided',
      possible: 'Possible match',
      truePositive: 'True match',
      falsePositive: 'False positive',
    },
  },
  alertOutcome: {
    labels: alertOutcomeLabels,
    says: {
      truePositive: 'True match',
      falsePositive: 'False positive',
      actioned: 'Actioned',
      noAction: 'No action needed',
    },
  },
  severity: { labels: alertSeverityLabels, says: { low: 'Low', medium: 'Medium', high: 'High' } },
  activityOutcome: { labels: activityOutcomeLabels, says: { approved: 'Approved', declined: 'Declined' } },
  pack: { labels: packStatusLabels, says: { queued: 'Downloading', ready: 'Complete', failed: 'Failed' } },
  listVersion: {
    labels: listVersionStatusLabels,
    says: { held: 'Pending confirmation', inUse: 'Active', superseded: 'Replaced' },
  },
};

describe('status labels', () => {
  it.each(Object.entries(expected))('of %s are those of the glossary', (_, { labels, says }) => {
    expect(labels).toEqual(says);
  });

  it('are checked for every lifecycle', () => {
    expect(Object.keys(expected)).toEqual(expect.arrayContaining(Object.keys(lifecycles)));
  });
});

describe('values in the audit log', () => {
  it('shows a stored status by its label', () => {
    expect(formatAuditValue('individualVerification', 'status', 'failed')).toBe('Not verified');
    expect(formatAuditValue('documentRequest', 'status', 'partlySubmitted')).toBe('Partly submitted');
    expect(formatAuditValue('client', 'client.cddStatus', 'returned')).toBe('Returned');
  });

  it('leaves a recorded label and other fields unchanged', () => {
    expect(formatAuditValue('client', 'cddStatus', 'Returned for more work')).toBe('Returned for more work');
    expect(formatAuditValue('client', 'name', 'active')).toBe('active');
    expect(formatAuditValue('savedView', 'status', 'active')).toBe('active');
  });
});
