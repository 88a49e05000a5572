import { byMember, bySystem, isOneOf, type Lifecycle } from './lifecycle.ts';

export type TemplateVersionStatus = 'draft' | 'published' | 'retired';

/** A published version is never edited: a new draft is created from it. */
export const templateVersionLifecycle: Lifecycle<TemplateVersionStatus> = {
  noun: 'version of the template',
  labels: { draft: 'Draft', published: 'Published', retired: 'Retired' },
  starts: ['draft'],
  transitions: {
    draft: { published: byMember('Publish') },
    published: { retired: bySystem('Replaced by a newer version') },
    retired: {},
  },
  advice: [
    {
      from: 'published',
      to: 'draft',
      text: 'A published version never changes. Start a new draft from it and publish that.',
    },
    { from: 'retired', text: 'A retired version stays as it was used. Start a new draft from it instead.' },
  ],
};

export type AssessmentStatus = 'draft' | 'submitted' | 'approved' | 'returned' | 'superseded' | 'void';

/** The assessor can still edit the assessment. */
export const editableAssessmentStatuses = [
  'draft',
  'returned',
] as const satisfies readonly AssessmentStatus[];

export const isEditableAssessment = isOneOf<AssessmentStatus>(editableAssessmentStatuses);

export const assessmentLifecycle: Lifecycle<AssessmentStatus> = {
  noun: 'assessment',
  labels: {
    draft: 'Draft',
    submitted: 'Awaiting approval',
    approved: 'Approved',
    returned: 'Returned',
    superseded: 'Superseded',
    void: 'Void',
  },
  starts: ['draft'],
  transitions: {
    draft: { submitted: byMember('Submit for approval'), void: byMember('Void assessment') },
    submitted: {
      approved: byMember('Approve'),
      returned: byMember('Return to the assessor'),
      void: byMember('Void assessment'),
    },
    approved: { superseded: bySystem('Replaced by a newer assessment'), void: byMember('Void assessment') },
    returned: { draft: byMember('Resume editing') },
    superseded: {},
    void: {},
  },
  advice: [
    { from: 'approved', to: 'draft', text: 'An approved assessment cannot be changed. Start a new one.' },
    { from: 'superseded', text: 'A newer assessment has replaced it. It cannot be changed.' },
    { from: 'void', text: 'A void assessment cannot be changed. Start a new assessment instead.' },
    { from: 'returned', to: 'submitted', text: 'Resume editing first, then submit it.' },
  ],
};
