/**
 * Where a person settles what is missing, by a name that the app turns into a URL. Rules know no URLs. Source: screens.md, what
 * each screen lets the user do.
 */
export const fixTargetLabels = {
  'client.edit': 'Edit the client',
  'client.parties': 'Add or change parties',
  'client.verifications': 'Verify identity',
  'client.screening': 'Screen and decide matches',
  'client.assessments': 'Assess the risk',
  'client.diligence': 'Go to due diligence',
  'client.findings': 'Record it',
  'client.documents': 'Add documents',
  'client.approval': 'Ask a senior manager',
  'client.end': 'End the relationship',
  'activity.edit': 'Edit the activity',
  'activity.parties': 'Add or change parties',
  'activity.assessments': 'Assess the risk',
  'activity.outcome': 'Choose the outcome',
  'activity.approval': 'Ask a senior manager',
  'assessment.answers': 'Go to the question',
  'assessment.approval': 'Ask someone else to approve',
  'template.editor': 'Edit the template',
  'template.impact': 'See what publishing changes',
  'review.findings': 'Enter the findings',
  'settings.team': 'Go to the team',
  'settings.billing': 'Go to billing',
} as const;

export type FixTarget = keyof typeof fixTargetLabels;

/** `id`: of the record or the key of the question that the target is about, where it is not the page's own. */
export type Fix = { target: FixTarget; id?: string };

/**
 * One thing that stops a move: `code` for machines, `text` a sentence for people, `provision` the law that wants it, `fix` where
 * it is settled. The same texts stand on the page and in the API's 422.
 */
export type Blocker = { code: string; text: string; provision?: string; fix: Fix };
