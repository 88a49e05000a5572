/**
 * Where a blocker is resolved, by a name that the app turns into a URL. Rules know no URLs. Source: screens.md, what each
 * screen lets the user do.
 */
export const fixTargetLabels = {
  'client.edit': 'Edit the client',
  'client.parties': 'Edit related parties',
  'client.verifications': 'Verify identity',
  'client.screening': 'Run screening and resolve matches',
  'client.match': 'View match',
  'client.assessments': 'Assess risk',
  'client.assessment': 'View assessment',
  'client.diligence': 'Go to CDD',
  'client.findings': 'Record finding',
  'client.funds': 'Record source of funds and wealth',
  'client.documents': 'Add documents',
  'client.approval': 'Request approval',
  'client.end': 'End relationship',
  'activity.edit': 'Edit details',
  'activity.parties': 'Edit related parties',
  'activity.assessments': 'Assess risk',
  'activity.assessment': 'View assessment',
  'activity.outcome': 'Set outcome',
  'activity.approval': 'Request approval',
  'activity.completion': 'Go to the completion checklist',
  'assessment.answers': 'Go to the question',
  'assessment.approval': 'Request another approver',
  'template.editor': 'Edit the template',
  'template.impact': 'Preview impact',
  'review.findings': 'Enter the findings',
  'settings.team': 'Go to the team',
  'settings.billing': 'Go to billing',
} as const;

export type FixTarget = keyof typeof fixTargetLabels;

/**
 * `id`: of the record or the key of the question that the target is about, where it is not the page's own. `of`: the client on whose
 * page it is settled, where that is another record than the page's, and then `id` is as on that client's page.
 */
export type Fix = { target: FixTarget; id?: string; of?: string };

/** Where a record's risk assessment is settled: the one that is awaiting approval is viewed, else one is made. */
export const assessmentFix = (record: 'client' | 'activity', submittedId: string | null): Fix =>
  submittedId === null
    ? { target: `${record}.assessments` }
    : { target: `${record}.assessment`, id: submittedId };

/**
 * Blocker of a transition: `code` for machines, `text` a sentence, `provision` the law that requires it, `fix` where to
 * resolve it. The same texts appear on the page and in the API's 422.
 */
export type Blocker = { code: string; text: string; provision?: string; fix: Fix };

/** How many requirements are outstanding, in words. */
export function formatOutstanding(count: number): string {
  return count === 1 ? '1 requirement outstanding' : `${count} requirements outstanding`;
}
