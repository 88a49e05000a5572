import { entityKindLabels, resolutionLabels } from '../../components/ownership/verification-labels.ts';
import type { HistoryLabels } from '../../components/record-history.server.ts';

const decisionLabels: Record<string, string> = { verified: 'Verified', notVerified: 'Not verified' };

/** Labels of a verification's events. */
export const businessVerificationHistoryLabels: HistoryLabels = {
  actions: {
    'businessVerification.started': 'Started the verification',
    'businessVerification.entitySelected': 'Queried a register',
    'businessVerification.extractKept': 'Saved a register extract',
    'businessVerification.registerFailed': 'Register query failed',
    'businessVerification.expansionApproved': 'Approved extract cost',
    'businessVerification.expanded': 'Finished expanding ownership',
    'businessVerification.mismatchResolved': 'Resolved a discrepancy',
    'businessVerification.entryAdded': 'Added to the ownership',
    'businessVerification.holdingSaved': 'Recorded a holding',
    'businessVerification.roleAdded': 'Recorded a role',
    'businessVerification.entryRemoved': 'Removed from ownership',
    'businessVerification.partiesRecorded': 'Added related parties',
    'businessVerification.evidenceAccepted': 'Accepted client evidence',
    'businessVerification.evidenceWithdrawn': 'Withdrew client evidence',
    'businessVerification.evidenceExpired': 'Evidence expired',
    'businessVerification.registerChanged': 'Register change detected',
    'businessVerification.decided': 'Decided',
    'businessVerification.cancelled': 'Cancelled',
    'document.added': 'Added documents',
    'document.removed': 'Removed a document',
    'document.quarantined': 'Quarantined an infected document',
    'document.removalRequested': 'Requested removal of a document',
    'document.removalWithdrawn': 'Withdrew a request to remove a document',
  },
  labels: {
    client: 'Client',
    register: 'Register',
    number: 'Number',
    agreedCost: 'Approved cost limit',
    costEach: 'Each extract',
    cost: 'Cost',
    extracts: 'Extracts',
    failure: 'Why',
    layers: 'Layers',
    asked: 'Extracts',
    difference: 'Field',
    value: 'On record',
    resolution: 'Resolution',
    reason: 'Reason',
    entry: 'Entry',
    kind: 'Entity type',
    knownFrom: 'Source',
    of: 'In',
    holders: 'Held by',
    share: 'Share',
    heldFor: 'Held for',
    role: 'Role',
    removed: 'Removed',
    parties: 'Parties',
    decision: 'Decision',
    unresolvedReason: 'Why unresolved ownership is acceptable',
    exceptionEndsOn: 'Exception until',
    unresolvedPercent: 'Unresolved %',
    owners: 'Beneficial owners',
    evidence: 'Evidence',
    submittedBy: 'Submitted by',
    evidenceExpiresOn: 'Evidence valid until',
  },
  value(field, value) {
    if (value === null) return '';
    if (field === 'decision') return decisionLabels[value] ?? value;
    if (field === 'resolution') return (resolutionLabels as Record<string, string>)[value] ?? value;
    if (field === 'kind') return (entityKindLabels as Record<string, string>)[value] ?? value;
    return value;
  },
};
