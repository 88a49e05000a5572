import { expect, test } from 'vitest';
import { activityColumns } from '#api/checks/activities/export.ts';
import { groupRows } from '#api/views/evidence-packs/render/activity-sections.ts';
import { groupLines } from '#app/routes/activities/activity-details.server.ts';
import { formatFields } from '#app/routes/activities/form/activity-versions.server.ts';
import type { Activity } from '#contract/activities.ts';
import { activityInput } from '#contract/activities.ts';
import { inputShape, outputShape } from '#contract/records/field-schemas.ts';
import { activityFields, fieldsOfGroup } from '#rules/activity-record/activity-fields.ts';
import { labelsOf, type RecordFields, toEntered } from '#rules/records/fields.ts';
import { fieldFacts } from '#rules/risk/prefill.ts';
import { fieldSources, prefillSources } from '#rules/risk/prefill-sources.ts';

const scratch = {
  ...activityFields,
  siteNote: {
    kind: 'text',
    label: 'Note on the site',
    max: 80,
    csv: 'Site note',
    prefill: 'activity.siteNote',
  },
} as const satisfies RecordFields;

const activity = {
  name: 'Sale of 1 Invented Street',
  activityType: 'propertySale',
  currency: 'AUD',
  parties: [],
  fundsCountries: [],
  cashExpected: false,
  settlementOn: '2026-12-14',
  siteNote: 'Behind the mill',
} as unknown as Activity;

test('a field added to the table is found in every place that derives from it', () => {
  expect(inputShape(scratch, 'none').siteNote.parse('Behind the mill')).toBe('Behind the mill');
  expect(outputShape(scratch, 'none').siteNote.parse(null)).toBeNull();
  expect(fieldsOfGroup(scratch, 'details').map(([name]) => name)).toContain('siteNote');
  expect(toEntered(scratch, 'none', activity as never)).toMatchObject({ siteNote: 'Behind the mill' });
  const compared = { ...activity, assignee: null, reviewer: null };
  expect(formatFields(scratch, compared)).toContainEqual(['Note on the site', 'Behind the mill', 'siteNote']);
  expect(groupLines(scratch, 'details', activity)).toContainEqual({
    label: 'Note on the site',
    texts: ['Behind the mill'],
  });
  expect(groupRows(scratch, 'details', activity)).toContainEqual(['Note on the site', 'Behind the mill']);
  const column = activityColumns(scratch).find(({ heading }) => heading === 'Site note');
  expect(column?.cell({ details: activity } as never)).toBe('Behind the mill');
  expect(labelsOf(scratch).get('siteNote')).toBe('Note on the site');
  expect(fieldSources(scratch, 'activities')['activity.siteNote']).toEqual({
    label: 'Note on the site',
    resourceType: 'activities',
    type: 'text',
  });
  expect(fieldFacts(scratch, activity)).toMatchObject({ 'activity.siteNote': 'Behind the mill' });
  expect(toEntered(scratch, 'none', activity as never)).toMatchObject({
    siteNote: 'Behind the mill',
    settlementOn: '2026-12-14',
    nature: undefined,
  });
});

test('published headings of the CSV stay', () => {
  expect(activityColumns(activityFields).map(({ heading }) => heading)).toEqual([
    'Reference',
    'Name',
    'Type',
    'Status',
    'Outcome',
    'Captured activity (NZ), code',
    'Captured activity (NZ)',
    'Designated service (AU), code',
    'Designated service (AU)',
    'Outside New Zealand’s law',
    'Outside Australia’s law',
    'Why it is outside the law',
    'Note on the service',
    'Nature',
    'Purpose',
    'Customers',
    'Person on whose behalf',
    'Entities created or restructured',
    'Other parties',
    'Maximum transaction value',
    'Currency',
    'Cash expected',
    'Countries of the funds',
    'Source of funds',
    'Address',
    'Exchange on',
    'Settlement on',
    'Service started',
    'Delayed CDD under',
    'Ground for delayed CDD',
    'Limits of the risk while CDD is delayed',
    'Delay approved by',
    'Delayed CDD due',
    'Risk',
    'Assigned to',
    'Reviewer',
    'Senior manager’s approval',
    'External ID',
    'Completed',
    'Snapshot SHA-256',
    'Created',
    'Created by',
    'Last updated',
    'Last updated by',
    'Id',
  ]);
});

test('prefill keys of stored templates stay', () => {
  expect(Object.keys(prefillSources).filter((key) => key.startsWith('activity.'))).toEqual([
    'activity.maxTransactionValue',
    'activity.capturedService',
    'activity.cashExpected',
    'activity.fundsCountries',
    'activity.sourceOfFunds',
    'activity.settlementOn',
    'activity.customerRiskLevel',
    'activity.customerPepStatus',
  ]);
  expect(prefillSources['activity.capturedService'].type).toBe('single');
});

test('names on the wire, which audit details record, stay and each has a label', () => {
  const names = [
    'activityType',
    'address',
    'assigneeMemberId',
    'capturedActivityNz',
    'capturedService',
    'cashExpected',
    'currency',
    'delayedCddBasis',
    'delayedCddDueOn',
    'delayedCddGround',
    'delayedCddRiskLimits',
    'designatedServiceAu',
    'exchangeOn',
    'externalId',
    'fundsCountries',
    'maxTransactionValue',
    'name',
    'nature',
    'noServiceReason',
    'outsideScopeAu',
    'outsideScopeNz',
    'parties',
    'purpose',
    'reviewerMemberId',
    'serviceStartedOn',
    'settlementOn',
    'sourceOfFunds',
  ];
  expect(Object.keys(activityInput.shape).sort()).toEqual(names);
  expect([...labelsOf(activityFields).keys()].sort()).toEqual([...names, 'partyReason'].sort());
});
