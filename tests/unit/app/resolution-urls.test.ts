import { expect, it } from 'vitest';
import { assessmentFix } from '#rules/alerts/resolution-targets.ts';
import { fixUrl } from '../../../app/resolution-urls.ts';

const client = { kind: 'client', id: 'c1' } as const;
const activity = { kind: 'activity', id: 'a1' } as const;

it('links to the assessment that is awaiting approval, on the page of its record', () => {
  expect(fixUrl(assessmentFix('client', 'r1'), client)).toBe('/clients/c1/risk_assessments/r1');
  expect(fixUrl(assessmentFix('activity', 'r1'), activity)).toBe('/activities/a1/risk_assessments/r1');
  expect(fixUrl({ ...assessmentFix('client', 'r1'), of: 'c2' }, activity)).toBe(
    '/clients/c2/risk_assessments/r1',
  );
});

it('links to a new assessment where none is awaiting approval', () => {
  expect(fixUrl(assessmentFix('client', null), client)).toBe('/clients/c1/risk_assessments/create');
  expect(fixUrl(assessmentFix('activity', null), activity)).toBe('/activities/a1/risk_assessments/create');
});
