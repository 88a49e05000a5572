import type { ActivityNoun } from '#rules/activity-noun.ts';

/** Short forms that are written in capitals. */
const capitals: Record<string, string> = { cdd: 'CDD', pep: 'PEP', csv: 'CSV', id: 'ID', kyb: 'KYB' };

/** `overrideLifted` → `override lifted`. */
function spaced(camel: string): string {
  return camel
    .split(/(?=[A-Z])/)
    .map((word) => capitals[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');
}

const opened = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Record types whose name in the audit log differs from the glossary's. */
const kindNames: Record<string, string> = {
  clients: 'Client list',
  riskTemplate: 'Risk assessment template',
  countryList: 'Country list',
  savedView: 'Saved view',
  company: 'Company settings',
  businessVerification: 'Business verification',
  individualVerification: 'Identity verification',
};

/** Label of a record type in the audit log; activities by the company's term. `riskAssessment` → `Risk assessment`. */
export function recordTypeLabel(resourceType: string, noun: ActivityNoun): string {
  if (resourceType === 'activity') return noun.title;
  if (resourceType === 'activities') return `${noun.title} list`;
  return kindNames[resourceType] ?? opened(spaced(resourceType));
}

/** Labels of events whose recorded name is not the glossary's; recorded names are hashed into the chain and never change. */
const actionLabels: Record<string, string> = {
  'activity.nonCooperationRecorded': 'non-cooperation recorded',
  'activity.nonCooperationWithdrawn': 'non-cooperation withdrawn',
  'activity.outcomeChosen': 'outcome set',
  'activity.seniorApproved': 'approved by senior manager',
  'alert.moved': 'status changed',
  'billing.checkoutSettled': 'checkout completed',
  'billing.planAsked': 'plan requested',
  'businessVerification.entityChosen': 'entity selected',
  'businessVerification.evidenceTaken': 'evidence accepted',
  'businessVerification.evidenceTakenBack': 'evidence withdrawn',
  'businessVerification.expansionAgreed': 'expansion approved',
  'businessVerification.extractKept': 'extract stored',
  'businessVerification.mismatchSettled': 'discrepancy resolved',
  'businessVerification.registerFailed': 'register unavailable',
  'client.enrolmentMoved': 'enrolment status changed',
  'company.restrictionLifted': 'restriction removed',
  'documentRequest.detailsGiven': 'details submitted',
  'documentRequest.fileTakenBack': 'file removed',
  'documentRequest.filesGiven': 'files uploaded',
  'documentRequest.sentAgain': 'resent',
  'legalHold.lifted': 'released',
  'legalHold.set': 'placed',
  'member.invitationWithdrawn': 'invitation revoked',
  'member.invitedAgain': 'invitation resent',
  'riskAssessment.overrideLifted': 'override removed',
  'screeningList.held': 'pending confirmation',
  'screeningList.used': 'activated',
  'worklist.madeDefault': 'set as default',
};

/**
 * Label of an event, from `actionLabels` or derived from its name, so that new events need no entry:
 * `riskAssessment.returned` → `Risk assessment: returned`.
 */
export function actionLabel(action: string, noun: ActivityNoun): string {
  const [subject = '', ...rest] = action.split('.');
  const activityWords: Record<string, string> = { activity: noun.title, activities: noun.pluralTitle };
  const subjectWords = activityWords[subject] ?? opened(spaced(subject));
  if (rest.length === 0) return subjectWords;
  return `${subjectWords}: ${actionLabels[action] ?? rest.map(spaced).join(' ')}`;
}

/** Returns true if every word of the search occurs in an event's label or name. */
export function actionMatches(action: string, text: string, noun: ActivityNoun): boolean {
  const searched = `${actionLabel(action, noun)} ${action}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Label of a field in an event's detail: `individual.dateOfBirth` → `Date of birth`. */
export function auditFieldLabel(field: string): string {
  return opened(spaced(field.slice(field.lastIndexOf('.') + 1)));
}

/**
 * Kinds of record that only the compliance officer may learn of, not even from a line in the log. Source: domain 11.13;
 * tipping off, NZ s46, AU s123.
 */
export const suspicionKinds = ['suspicion', 'suspicions', 'suspicionReport', 'suspicionReports'] as const;

/**
 * Record types visible only to members who can place or release legal holds: a hold reveals a dispute or an inquiry. Also
 * applies to events recorded before the restriction.
 */
export const legalHoldKinds = ['legalHold'] as const;
