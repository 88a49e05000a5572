import type { HistoryWords } from '../../components/record-history.server.ts';
import { kindWords, resolutionWords } from './words.ts';

const decisionWords: Record<string, string> = { verified: 'Verified', notVerified: 'Not verified' };

/** How a verification's events read. */
export const historyWords: HistoryWords = {
  actions: {
    'businessVerification.started': 'Started the verification',
    'businessVerification.entityChosen': 'Asked a register',
    'businessVerification.extractKept': 'Kept what a register answered',
    'businessVerification.registerFailed': 'Got no answer from a register',
    'businessVerification.expansionAgreed': 'Agreed to asking about the holders',
    'businessVerification.expanded': 'Finished asking about the holders',
    'businessVerification.mismatchSettled': 'Settled a difference',
    'businessVerification.entryAdded': 'Added to the ownership',
    'businessVerification.holdingSaved': 'Recorded a holding',
    'businessVerification.roleAdded': 'Recorded a role',
    'businessVerification.entryRemoved': 'Took out of the ownership',
    'businessVerification.partiesRecorded': 'Recorded parties of the client',
    'businessVerification.evidenceTaken': 'Accepted what the client gave as evidence',
    'businessVerification.evidenceTakenBack': 'Took back what the client gave as evidence',
    'businessVerification.evidenceExpired': 'The evidence is out of date',
    'businessVerification.registerChanged': 'Found that the register changed',
    'businessVerification.decided': 'Decided',
    'businessVerification.cancelled': 'Cancelled',
    'document.added': 'Added documents',
    'document.removed': 'Removed a document',
  },
  labels: {
    client: 'Client',
    register: 'Register',
    number: 'Number',
    agreedCost: 'Agreed to at most',
    costEach: 'Each extract',
    cost: 'Cost',
    extracts: 'Extracts',
    failure: 'Why',
    layers: 'Layers',
    asked: 'Extracts',
    difference: 'What differed',
    value: 'On record',
    resolution: 'How',
    reason: 'Reason',
    entry: 'Entry',
    kind: 'What it is',
    knownFrom: 'Known from',
    of: 'In',
    holders: 'Held by',
    share: 'Share',
    heldFor: 'Held for',
    role: 'Role',
    removed: 'Taken out',
    parties: 'Parties',
    decision: 'Decision',
    unresolvedReason: 'Why what is not traced does not stop it',
    unresolvedPercent: 'Not traced, in %',
    owners: 'Beneficial owners',
    evidence: 'Evidence',
    givenBy: 'Given by',
    evidenceExpiresOn: 'Evidence counts until',
  },
  value(field, value) {
    if (value === null) return '';
    if (field === 'decision') return decisionWords[value] ?? value;
    if (field === 'resolution') return (resolutionWords as Record<string, string>)[value] ?? value;
    if (field === 'kind') return (kindWords as Record<string, string>)[value] ?? value;
    return value;
  },
};
