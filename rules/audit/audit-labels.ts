import type { ActivityNoun } from '#rules/activity-noun.ts';
import { currentEventName, recordedEventNames } from '#rules/audit/event-names.ts';
import { currentFieldName } from '#rules/audit/field-names.ts';

/** Short forms that are written in capitals. */
const capitals: Record<string, string> = {
  cdd: 'CDD',
  pep: 'PEP',
  csv: 'CSV',
  id: 'ID',
  ip: 'IP',
  kyb: 'KYB',
};

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

/** Labels of events whose name is not the glossary's, by current name (`event-names.ts`). */
const actionLabels: Record<string, string> = {
  'activity.nonCooperationRecorded': 'non-cooperation recorded',
  'activity.nonCooperationWithdrawn': 'non-cooperation withdrawn',
  'activity.arrangementRecorded': 'participants’ arrangement recorded',
  'activity.arrangementWithdrawn': 'participants’ arrangement withdrawn',
  'activity.seniorManagerApproved': 'approved by senior manager',
  'activity.delayApproved': 'delayed CDD approved',
  'businessVerification.extractKept': 'extract stored',
  'businessVerification.mismatchResolved': 'discrepancy resolved',
  'businessVerification.registerFailed': 'register unavailable',
  'company.restrictionLifted': 'restriction removed',
  'documentRequest.detailsGiven': 'details added',
  'documentRequest.fileTakenBack': 'file removed',
  'documentRequest.filesGiven': 'files uploaded',
  'documentRequest.sentAgain': 'resent',
  'legalHold.set': 'placed',
  'admin.signInBlocked': 'sign-in blocked after too many attempts',
  'admin.signInFailed': 'sign-in failed',
  'member.invitationWithdrawn': 'invitation revoked',
  'member.sessionsEnded': 'signed out of other sessions',
  'member.signInBlocked': 'sign-in blocked after too many attempts',
  'member.signInFailed': 'sign-in failed',
  'riskAssessment.overrideLifted': 'override removed',
  'riskAssessment.outdated': 'outdated by a change of the record',
  'screeningList.held': 'pending confirmation',
  'screeningList.used': 'activated',
  'worklist.defaultSet': 'set as default',
};

/**
 * Label of an event, from `actionLabels` or made of its own name, so that new events need no entry; one for all names
 * under which the event was ever recorded: `riskAssessment.returned` → `Risk assessment: returned`.
 */
export function actionLabel(action: string, noun: ActivityNoun): string {
  const name = currentEventName(action);
  const [subject = '', ...rest] = name.split('.');
  const activityLabels: Record<string, string> = { activity: noun.title, activities: noun.pluralTitle };
  const subjectLabel = activityLabels[subject] ?? opened(spaced(subject));
  if (rest.length === 0) return subjectLabel;
  return `${subjectLabel}: ${actionLabels[name] ?? rest.map(spaced).join(' ')}`;
}

/** Label of an event in the history of its record, likewise: `client.noteAdded` → `Note added`. */
export function recordActionLabel(action: string): string {
  const name = currentEventName(action);
  const own = name.slice(name.indexOf('.') + 1);
  return opened(actionLabels[name] ?? spaced(own));
}

/** Returns true if every word of the search occurs in an event's label or in one of its names, former ones included. */
export function actionMatches(action: string, text: string, noun: ActivityNoun): boolean {
  const searched = [actionLabel(action, noun), ...recordedEventNames(action)].join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Label of a field in an event's detail, one for all its recorded names: `individual.dateOfBirth` → `Date of birth`. */
export function auditFieldLabel(field: string): string {
  return opened(spaced(currentFieldName(field.slice(field.lastIndexOf('.') + 1))));
}

/**
 * Kinds of record that only the compliance officer may learn of, not even from a line in the log. Source:
 * tipping off, NZ s46, AU s123.
 */
export const suspicionKinds = ['suspicion', 'suspicions', 'suspicionReport', 'suspicionReports'] as const;

/**
 * Record types visible only to members who can place or release legal holds: a hold reveals a dispute or an inquiry. Also
 * applies to events recorded before the restriction.
 */
export const legalHoldKinds = ['legalHold'] as const;
