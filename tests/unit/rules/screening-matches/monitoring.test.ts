import { describe, expect, test } from 'vitest';
import { getNextReview, reviewStatusOn } from '#rules/reviews/review-dates.ts';
import { flooredLevel } from '#rules/risk/levels.ts';
import { screeningSubject, subjectFingerprint } from '#rules/screening/screening-subject.ts';
import { type KnownMatch, matchAction } from '#rules/screening-matches/match-carry-over.ts';
import {
  getMatchExposure,
  getMatchPepStatus,
  getRiskFloor,
  getSanctionsStatus,
  pepConsequence,
} from '#rules/screening-matches/match-effects.ts';
import { nextRunAfter } from '#rules/worklists/next-run.ts';
import { scheduleProblems, screenedTopics, tidySchedule } from '#rules/worklists/worklist-settings.ts';

const schedule = { dayOfWeek: null, dayOfMonth: null, month: null };

describe('the next run', () => {
  test.each([
    ['daily', schedule, '2026-02-28', '2026-03-01'],
    ['weekly', { ...schedule, dayOfWeek: 1 }, '2026-11-21', '2026-11-23'],
    ['weekly', { ...schedule, dayOfWeek: 6 }, '2026-11-21', '2026-11-28'],
    ['weekly', { ...schedule, dayOfWeek: 7 }, '2026-11-21', '2026-11-22'],
    ['monthly', { ...schedule, dayOfMonth: 31 }, '2026-01-31', '2026-02-28'],
    ['monthly', { ...schedule, dayOfMonth: 31 }, '2026-02-28', '2026-03-31'],
    ['monthly', { ...schedule, dayOfMonth: 1 }, '2026-12-01', '2027-01-01'],
    ['halfYearly', { ...schedule, dayOfMonth: 15, month: 9 }, '2026-01-01', '2026-03-15'],
    ['halfYearly', { ...schedule, dayOfMonth: 15, month: 3 }, '2026-03-15', '2026-09-15'],
    ['yearly', { ...schedule, dayOfMonth: 29, month: 2 }, '2026-11-21', '2027-02-28'],
    ['yearly', { ...schedule, dayOfMonth: 29, month: 2 }, '2027-02-28', '2028-02-29'],
  ] as const)('%s %j after %s is %s', (frequency, days, after, next) => {
    expect(nextRunAfter({ frequency, ...days }, after)).toBe(next);
  });

  test('requires the days of its frequency and no others', () => {
    expect(scheduleProblems({ frequency: 'daily', ...schedule })).toEqual([]);
    expect(scheduleProblems({ frequency: 'yearly', ...schedule }).map(({ field }) => field)).toEqual([
      'dayOfMonth',
      'month',
    ]);
    expect(tidySchedule({ frequency: 'weekly', dayOfWeek: 2, dayOfMonth: 3, month: 4 })).toEqual({
      frequency: 'weekly',
      dayOfWeek: 2,
      dayOfMonth: null,
      month: null,
    });
    expect(screenedTopics(['idExpiry', 'registry'])).toEqual([]);
  });
});

describe('a found match', () => {
  const found = { listId: 'un', entityId: '1', entityRevision: 'b', formerRevisions: [], score: 0.8 };
  const known = (more: Partial<KnownMatch>): KnownMatch => ({
    id: 'm',
    round: 1,
    status: 'falsePositive',
    fingerprint: 'same',
    ...found,
    ...more,
  });
  const action = (...before: KnownMatch[]) => matchAction(found, before, 'same').action;

  test('is raised once for a client, an entity and its revision', () => {
    expect(matchAction(found, [], 'same')).toMatchObject({ action: 'ask', change: 'added', round: 1 });
    for (const status of ['pending', 'possible', 'truePositive', 'falsePositive'] as const) {
      expect(action(known({ status }))).toBe('leave');
    }
    expect(matchAction(found, [known({ entityRevision: 'a' })], 'same')).toMatchObject({
      action: 'ask',
      change: 'updated',
    });
    expect(action(known({ entityRevision: 'a', status: 'pending' }))).toBe('renew');
    expect(action(known({ listId: 'ofac' }))).toBe('ask');
  });

  test('is not raised again by another reading of what the publisher left unchanged', () => {
    const reread = { ...found, formerRevisions: ['a', 'z'] };
    const actionOf = (...before: KnownMatch[]) => matchAction(reread, before, 'same').action;
    for (const status of ['truePositive', 'falsePositive'] as const) {
      expect(actionOf(known({ status, entityRevision: 'a' }))).toBe('leave');
      expect(actionOf(known({ status, entityRevision: 'z' }))).toBe('leave');
      expect(actionOf(known({ status, entityRevision: 'y' }))).toBe('ask');
    }
    expect(actionOf(known({ entityRevision: 'a', status: 'pending' }))).toBe('renew');
  });

  test('is raised again after a correction raised its score', () => {
    const before = known({ score: 0.7, fingerprint: 'other' });
    expect(matchAction(found, [before], 'same')).toMatchObject({ action: 'ask', round: 2 });
    expect(action(known({ score: 0.7 }))).toBe('leave');
    expect(action(known({ score: 0.9, fingerprint: 'other' }))).toBe('leave');
    expect(action(known({ score: 0.7, fingerprint: 'other', status: 'truePositive' }))).toBe('leave');
  });
});

test('effect of decided matches on a client', () => {
  const match = (
    status: 'pending' | 'truePositive' | 'falsePositive',
    topic: 'sanction' | 'pep' = 'sanction',
  ) => ({
    status,
    topics: [topic],
  });
  const status = (matches: ReturnType<typeof match>[], wasScreened = true) =>
    getSanctionsStatus(matches, { wasScreened, before: 'notChecked', gaps: [] });
  expect(status([match('pending'), match('truePositive')])).toBe('confirmed');
  expect(status([match('pending'), match('falsePositive')])).toBe('potential');
  expect(status([match('falsePositive'), match('truePositive', 'pep')])).toBe('clear');
  expect(status([], false)).toBe('notChecked');
  expect(getMatchPepStatus(['pep'], 'domestic')).toBe('domestic');
  expect(getMatchPepStatus(['rca'], 'foreign')).toBe('relativeOrAssociate');
  expect(getMatchPepStatus(['sanction'], 'foreign')).toBeNull();
  const said = (
    topic: 'pep' | 'rca',
    pepOf: 'foreign' | 'domestic' | 'internationalOrganisation' | null,
  ) => ({
    status: 'truePositive' as const,
    topics: [topic],
    pepOf,
  });
  const none = { pepStatus: 'notChecked', pepOf: null } as const;
  const foreign = { pepStatus: 'foreign', pepOf: null };
  expect(getMatchExposure([said('pep', 'domestic'), said('pep', 'foreign')], none)).toEqual(foreign);
  expect(getMatchExposure([said('pep', 'foreign'), said('pep', 'domestic')], none)).toEqual(foreign);
  expect(getMatchExposure([said('pep', 'domestic'), said('rca', 'foreign')], none)).toEqual({
    pepStatus: 'relativeOrAssociate',
    pepOf: 'foreign',
  });
  expect(getMatchExposure([said('rca', 'domestic'), said('pep', 'internationalOrganisation')], none)).toEqual(
    {
      pepStatus: 'relativeOrAssociate',
      pepOf: 'domestic',
    },
  );
  expect(getMatchExposure([{ ...said('pep', 'foreign'), status: 'falsePositive' }], none)).toBeNull();
  expect(getMatchExposure([match('truePositive')], none)).toBeNull();
  // For a match from before kinds were recorded the record decides; without one it counts as foreign.
  const domestic = { pepStatus: 'domestic', pepOf: null } as const;
  expect(getMatchExposure([said('pep', null)], domestic)).toEqual(domestic);
  expect(getMatchExposure([said('pep', null)], none)).toEqual(foreign);
  expect(pepConsequence('foreign')).toContain('CDD is enhanced');
  expect(pepConsequence('domestic')).toContain('no minimum level');
  const floor = (
    pepStatus: 'foreign' | 'domestic' | 'relativeOrAssociate',
    pepOf: 'domestic' | null = null,
    matches = [match('truePositive', 'pep')],
  ) => getRiskFloor({ clientId: 'c', sanctions: [], matches, pepStatus, pepOf })?.level;
  expect([floor('foreign'), floor('domestic'), floor('relativeOrAssociate')]).toEqual([
    'high',
    undefined,
    'high',
  ]);
  expect(floor('relativeOrAssociate', 'domestic')).toBeUndefined();
  // Without a confirmed match the assessment decides.
  expect(floor('foreign', null, [match('falsePositive', 'pep')])).toBeUndefined();
  // Each match states its kind: one of another kind does not remove the minimum level.
  const ofKind = (pepOf: 'foreign' | 'domestic' | 'internationalOrganisation') => ({
    ...match('truePositive', 'pep'),
    pepOf,
  });
  expect(floor('domestic', null, [ofKind('foreign'), ofKind('domestic')])).toBe('high');
  // Nor does one take away a foreign exposure on record; a relative of an unknown kind of PEP counts as that of a foreign one.
  expect(floor('relativeOrAssociate', null, [ofKind('domestic')])).toBe('high');
  expect(floor('foreign', null, [ofKind('internationalOrganisation')])).toBe('high');
  expect(floor('domestic', null, [ofKind('internationalOrganisation')])).toBeUndefined();
  expect(floor('relativeOrAssociate', 'domestic', [ofKind('domestic')])).toBeUndefined();
  const found = (pepStatus: 'foreign' | 'none' | 'domestic') =>
    getMatchExposure([said('pep', 'domestic')], none, { pepStatus, pepOf: null })?.pepStatus;
  expect([found('foreign'), found('none'), found('domestic')]).toEqual(['foreign', 'domestic', 'domestic']);
  expect(floor('foreign', null, [ofKind('domestic'), match('truePositive', 'pep')])).toBe('high');
  expect(floor('foreign', null, [{ ...ofKind('foreign'), status: 'falsePositive' }])).toBeUndefined();
  const sanctioned = (clientId: string) =>
    getRiskFloor({
      clientId: 'c',
      sanctions: [{ clientId, name: 'Ngaio Example' }],
      matches: [],
      pepStatus: 'none',
      pepOf: null,
    });
  expect(sanctioned('c')).toEqual({ level: 'high', reason: 'a sanctions match is confirmed' });
  expect(sanctioned('p')).toEqual({
    level: 'high',
    reason: 'a sanctions match on Ngaio Example, a related party, is confirmed',
  });
  expect(flooredLevel('low', 'high')).toBe('high');
  expect(flooredLevel('high', 'medium')).toBe('high');
  expect(flooredLevel(null, 'high')).toBe('high');
  expect(flooredLevel('medium', null)).toBe('medium');
});

test('the due date of a review and its status', () => {
  const months = { low: 36, medium: 12, high: 6 };
  const client = {
    nextReviewDueOn: null,
    riskLevel: null,
    relationshipStartedOn: null,
    createdOn: '2026-08-31',
  };
  expect(getNextReview(client, months).dueOn).toBe('2027-08-31');
  expect(getNextReview({ ...client, riskLevel: 'high' }, months).dueOn).toBe('2027-02-28');
  expect(getNextReview({ ...client, nextReviewDueOn: '2026-12-01' }, months).dueOn).toBe('2026-12-01');
  expect(reviewStatusOn('2026-11-21', '2026-11-20')).toBe('scheduled');
  expect(reviewStatusOn('2026-11-21', '2026-11-21')).toBe('due');
  expect(reviewStatusOn('2026-11-21', '2026-11-22')).toBe('overdue');
});

test('a screening subject and the changes that require rescreening', () => {
  const person = {
    id: 'c',
    kind: 'individual' as const,
    individual: {
      givenNames: 'Hinemoa',
      middleNames: null,
      familyName: 'Exampleton',
      otherNames: ['Moa Exampleton', 'Hinemoa Exampleton'],
      dateOfBirth: '1980-02-03',
      citizenships: ['NZL', 'AUS'],
      residenceCountry: 'NZL',
    },
    business: null,
    identifiers: [{ number: '1', country: 'NZL' }],
  };
  const subject = screeningSubject(person);
  expect(subject).toMatchObject({
    schema: 'Person',
    names: ['Hinemoa Exampleton', 'Moa Exampleton'],
    countries: ['NZL', 'AUS'],
    birthDate: '1980-02-03',
  });
  const turned = { ...person.individual, citizenships: ['AUS', 'NZL'], otherNames: ['Moa Exampleton'] };
  const same = screeningSubject({ ...person, individual: turned });
  expect(subjectFingerprint(same)).toBe(subjectFingerprint(subject));
  const corrected = screeningSubject({
    ...person,
    individual: { ...person.individual, dateOfBirth: '1981-02-03' },
  });
  expect(subjectFingerprint(corrected)).not.toBe(subjectFingerprint(subject));
  const business = screeningSubject({
    ...person,
    kind: 'business',
    individual: null,
    business: { legalName: 'Rimu Limited', tradingNames: ['Rimu'], registrationCountry: 'NZL' },
  });
  expect(business).toMatchObject({
    schema: 'LegalEntity',
    names: ['Rimu Limited', 'Rimu'],
    countries: ['NZL'],
  });
});
