import { describe, expect, it } from 'vitest';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { actionLabel, actionMatches, recordTypeLabel } from '#rules/audit/audit-labels.ts';

const activity = toActivityNoun(null);
const matter = toActivityNoun('legal');

describe('labels of audit events', () => {
  it.each([
    ['riskAssessment.returned', 'Risk assessment: returned'],
    ['riskAssessment.overrideLifted', 'Risk assessment: override removed'],
    ['alert.moved', 'Alert: status changed'],
    ['legalHold.set', 'Legal hold: placed'],
  ])('include %s', (action, label) => expect(actionLabel(action, activity)).toBe(label));

  it('name activities by the company’s sector', () => {
    expect(actionLabel('activity.created', matter)).toBe('Matter: created');
    expect(actionLabel('activities.exported', matter)).toBe('Matters: exported');
    expect(recordTypeLabel('activity', matter)).toBe('Matter');
    expect(recordTypeLabel('activities', activity)).toBe('Activity list');
  });

  it('are found by label and by recorded name', () => {
    expect(actionMatches('riskAssessment.overrideLifted', 'override REMOVED', activity)).toBe(true);
    expect(actionMatches('riskAssessment.overrideLifted', 'override lifted', activity)).toBe(true);
    expect(actionMatches('activity.created', 'matter created', matter)).toBe(true);
    expect(actionMatches('activity.created', 'client', matter)).toBe(false);
  });
});
