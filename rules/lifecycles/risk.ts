import { byPerson, bySystem, type Lifecycle } from './lifecycle.ts';

export type TemplateVersionStatus = 'draft' | 'published' | 'retired';

/** Source: domain 3, TemplateVersion. A published version is never edited: a new draft is made of it. */
export const templateVersionLifecycle: Lifecycle<TemplateVersionStatus> = {
  noun: 'version of the template',
  labels: { draft: 'Draft', published: 'Published', retired: 'Retired' },
  starts: ['draft'],
  moves: {
    draft: { published: byPerson('Publish') },
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

/** Source: domain 3, AssessmentStatus. */
export const assessmentLifecycle: Lifecycle<AssessmentStatus> = {
  noun: 'assessment',
  labels: {
    draft: 'Draft',
    submitted: 'Waiting for approval',
    approved: 'Approved',
    returned: 'Returned',
    superseded: 'Superseded',
    void: 'Void',
  },
  starts: ['draft'],
  moves: {
    draft: { submitted: byPerson('Submit for approval'), void: byPerson('Declare void') },
    submitted: {
      approved: byPerson('Approve'),
      returned: byPerson('Return to the assessor'),
      void: byPerson('Declare void'),
    },
    approved: { superseded: bySystem('Replaced by a newer assessment'), void: byPerson('Declare void') },
    returned: { draft: byPerson('Take up again') },
    superseded: {},
    void: {},
  },
  advice: [
    { from: 'approved', to: 'draft', text: 'An approved assessment never changes. Assess anew instead.' },
    { from: 'superseded', text: 'A newer assessment has taken its place; it is kept as it was.' },
    { from: 'void', text: 'A void assessment is kept as it was. Assess anew instead.' },
    { from: 'returned', to: 'submitted', text: 'Take it up again first, then submit it.' },
  ],
};
