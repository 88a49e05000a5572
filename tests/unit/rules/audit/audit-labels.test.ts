import { describe, expect, it } from 'vitest';
import { formatChange, formatEvents } from '#app/components/record-history.server.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import {
  actionLabel,
  actionMatches,
  auditFieldLabel,
  recordActionLabel,
  recordTypeLabel,
} from '#rules/audit/audit-labels.ts';
import { formerEventNames } from '#rules/audit/event-names.ts';
import { currentFieldName, formerFieldNames } from '#rules/audit/field-names.ts';

const activity = toActivityNoun(null);
const matter = toActivityNoun('legal');

describe('labels of audit events', () => {
  it.each([
    ['riskAssessment.returned', 'Risk assessment: returned'],
    ['riskAssessment.overrideLifted', 'Risk assessment: override removed'],
    ['alert.moved', 'Alert: status changed'],
    ['legalHold.set', 'Legal hold: placed'],
  ])('include %s', (action, label) => expect(actionLabel(action, activity)).toBe(label));

  it.each([
    ['client.noteAdded', 'Note added'],
    ['legalHold.set', 'Placed'],
    ['screened', 'Screened'],
  ])('in the history of its record, %s is “%s”', (action, label) =>
    expect(recordActionLabel(action)).toBe(label),
  );

  it('are used in a history that has none of its own', () => {
    const change = { field: 'note.writtenOn', before: null, after: '2026-01-05' };
    const event = {
      seq: 1,
      at: '2026-01-05T00:00:00.000Z',
      actorName: 'An officer',
      action: 'client.noteAdded',
      changes: [change],
    };
    const words = { actions: {}, labels: {}, value: (_: string, value: string | null) => value ?? '' };
    expect(formatEvents([event], words, 'Pacific/Auckland')).toMatchObject([
      { what: 'Note added', changes: [{ label: 'Written on', before: '', after: '2026-01-05' }] },
    ]);
  });

  it.each(Object.entries(formerEventNames))('labels %s as %s', (former, current) => {
    expect(actionLabel(former, activity)).toBe(actionLabel(current, activity));
    const changed = [
      {
        seq: 1,
        at: '2026-01-05T00:00:00.000Z',
        actorName: 'An officer',
        action: former,
        changes: [],
      },
    ];
    const words = { actions: { [current]: 'Changed' }, labels: {}, value: () => '' };
    expect(formatEvents(changed, words, 'Pacific/Auckland')).toMatchObject([{ what: 'Changed' }]);
  });

  it.each(Object.entries(formerEventNames))(
    'finds %s and %s by either name and by the label',
    (former, current) => {
      for (const text of [former, current, actionLabel(current, activity)])
        for (const recorded of [former, current])
          expect(actionMatches(recorded, text.replace(':', ' '), activity), `${recorded} by ${text}`).toBe(
            true,
          );
    },
  );

  it('names activities by the company’s sector', () => {
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

describe('labels of recorded fields', () => {
  it.each([
    ['individual.dateOfBirth', 'Date of birth'],
    ['copyOf', 'Copy of'],
    ['evidenceOf', 'Evidence of'],
  ])('%s is “%s”', (field, label) => expect(auditFieldLabel(field)).toBe(label));

  it.each(['copyOf', 'constructor'])('%s is a current name', (field) =>
    expect(currentFieldName(field)).toBe(field),
  );

  it.each([...formerFieldNames])('labels %s as %s', (former, current) => {
    expect(auditFieldLabel(former)).toBe(auditFieldLabel(current));
    const words = {
      labels: { [current]: 'Current label' },
      value: (_: string, value: string | null) => value ?? '',
    };
    expect(formatChange({ field: former, before: null, after: 'A-1' }, words)).toEqual({
      label: 'Current label',
      before: '',
      after: 'A-1',
    });
  });
});
