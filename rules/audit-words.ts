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

/** Kinds of record whose name in the trail is not what people call them. */
const kindNames: Record<string, string> = {
  clients: 'List of clients',
  activities: 'List of activities',
  riskTemplate: 'Risk assessment template',
  countryList: 'List of countries',
  savedView: 'View of a list',
  company: 'Company settings',
  businessVerification: 'Verification of a business',
  individualVerification: 'Verification of an individual',
};

/** A kind of record as the audit log names it. `riskAssessment` → `Risk assessment`. */
export function recordKindInWords(resourceType: string): string {
  return kindNames[resourceType] ?? opened(spaced(resourceType));
}

/**
 * What happened, in words made of the event's own name, so that an event that comes to be needs no list here:
 * `riskAssessment.overrideLifted` → `Risk assessment: override lifted`.
 */
export function actionInWords(action: string): string {
  const [subject = '', ...rest] = action.split('.');
  if (rest.length === 0) return opened(spaced(subject));
  return `${opened(spaced(subject))}: ${rest.map(spaced).join(' ')}`;
}

/** Whether each word that somebody looks for stands in what an event is called, in words or by its name. */
export function actionMatches(action: string, text: string): boolean {
  const searched = `${actionInWords(action)} ${action}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** A field of an event's detail as people read it: `individual.dateOfBirth` → `Date of birth`. */
export function fieldInWords(field: string): string {
  return opened(spaced(field.slice(field.lastIndexOf('.') + 1)));
}

/**
 * Kinds of record that nobody but the compliance officer may learn of, not even from a line in the log. Source: domain 11.13; tipping
 * off, NZ s46, AU s123.
 */
export const suspicionKinds = ['suspicion', 'suspicions', 'suspicionReport', 'suspicionReports'] as const;
