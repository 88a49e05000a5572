/** Targets where a blocker is resolved, as names that the app turns into URLs. Rules contain no URLs. */
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
  'client.permits': 'Record a permit',
  'client.prohibition': 'View permits and reports',
  'client.end': 'End relationship',
  'activity.edit': 'Edit details',
  'activity.parties': 'Edit related parties',
  'activity.assessments': 'Assess risk',
  'activity.assessment': 'View assessment',
  'activity.outcome': 'Set outcome',
  'activity.approval': 'Request approval',
  'activity.delay': 'Approve the delay',
  'activity.completion': 'Go to the completion checklist',
  'assessment.answers': 'Go to the question',
  'template.editor': 'Edit the template',
  'template.impact': 'Preview impact',
  'review.findings': 'Enter the findings',
  'settings.team': 'Go to the team',
  'settings.billing': 'Go to billing',
  'settings.lists': 'Go to screening lists',
} as const;

export type FixTarget = keyof typeof fixTargetLabels;

/**
 * `id`: of the record, or the key of the question, that the target concerns, if it is not the page's own. `of`: the client on whose
 * page it is resolved, if that is not the page's record; `id` is then as on that client's page.
 */
export type Fix = { target: FixTarget; id?: string; of?: string };

/** Label of the link to where a blocker is resolved. A verification's exception is approved, not verified. */
export const fixLabel = ({ target, id }: Fix): string =>
  target === 'client.verifications' && id === 'exception' ? 'Go to the exception' : fixTargetLabels[target];

/**
 * Where a record's risk assessment is resolved: an assessment awaiting approval is opened, otherwise one is created.
 */
export const assessmentFix = (record: 'client' | 'activity', submittedId: string | null): Fix =>
  submittedId === null
    ? { target: `${record}.assessments` }
    : { target: `${record}.assessment`, id: submittedId };

/**
 * Blocker of a transition: `code` for machines, `text` a sentence, `provision` the law or the company's own rule that requires it
 * (legal-provisions.ts), `fix` where to resolve it. The same texts appear on the page and in the API's 422.
 */
export type Blocker = { code: string; text: string; provision: string; fix: Fix };

/** Label of the number of outstanding requirements. */
export function formatOutstanding(count: number): string {
  return count === 1 ? '1 requirement outstanding' : `${count} requirements outstanding`;
}
