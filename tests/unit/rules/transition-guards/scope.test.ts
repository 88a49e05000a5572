import { describe, expect, it } from 'vitest';
import { toActivityNoun } from '#rules/activity-noun.ts';
import type { ServiceCode } from '#rules/firm/captured-services.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { ActivityCompletionFacts } from '#rules/transition-guards/activity-facts.ts';
import { missingService } from '#rules/transition-guards/activity-review.ts';
import { activityStartBlockers } from '#rules/transition-guards/activity-status.ts';

/** Work for a customer without CDD, in a company whose sectors have services by code. */
const work = (
  jurisdictions: readonly Jurisdiction[],
  services: readonly ServiceCode[],
  more: Partial<ActivityCompletionFacts> = {},
): ActivityCompletionFacts => ({
  fields: { name: 'Sale', activityType: 'matter', capturedService: null, nature: 'Sale', purpose: 'Sale' },
  parties: [
    {
      clientId: 'c1',
      name: 'Example Holdings Limited',
      capacity: 'customer',
      outstanding: [
        {
          code: 'client.cddNotDone',
          text: 'CDD is not complete.',
          provision: 'NZ s11',
          fix: { target: 'client.diligence' },
        },
      ],
      pepStatus: 'none',
    },
  ],
  assessmentStatus: null,
  assessmentId: null,
  outcome: null,
  services,
  offersServices: true,
  formerNoServiceReason: null,
  assessmentOutdatedBy: null,
  outcomeOutdatedBy: null,
  riskLevel: null,
  assessmentProhibited: false,
  seniorManagerApproved: false,
  sanctions: [],
  noun: toActivityNoun('legal'),
  jurisdictions,
  on: '2026-11-21',
  ...more,
});
const starts = (...facts: Parameters<typeof work>) =>
  activityStartBlockers(work(...facts)).map(({ code, provision }) => [code, provision]);

const noCdd = ['activity.partyNotVerified', 'AU s28'];
const untold = ['activity.serviceUntold', 'AU s6'];

describe('the start of work whose customer has no CDD', () => {
  it.each<[string, Parameters<typeof work>, string[][]]>([
    ['an Australian service', [['NZL', 'AUS'], ['au.t6.1']], [noCdd]],
    ['a New Zealand activity, Australia untold', [['NZL', 'AUS'], ['nz.a6']], [noCdd, untold]],
    ['a New Zealand activity, outside Australia’s law', [['NZL'], ['nz.a6']], []],
    ['a New Zealand company', [['NZL'], ['nz.a6']], []],
    ['no law', [[], []], []],
    ['an Australian company without a service', [['AUS'], []], [['activity.fieldMissing', 'AU s6']]],
    ['a reason of before there were grounds', [['AUS'], [], { formerNoServiceReason: 'Advice' }], []],
    ['such a reason beside a service', [['AUS'], ['au.t6.1'], { formerNoServiceReason: 'Advice' }], [noCdd]],
    [
      'a company without services by code, with such a reason',
      [
        ['AUS'],
        [],
        {
          offersServices: false,
          formerNoServiceReason: 'Advice',
          fields: { ...work([], []).fields, capturedService: 'Loan' },
        },
      ],
      [noCdd],
    ],
  ])('%s', (_what, facts, expected) => {
    expect(starts(...facts)).toEqual(expected);
  });

  it('says only what is outstanding once CDD is complete', () => {
    const { parties } = work([], []);
    const verified = parties.map((party) => ({ ...party, outstanding: [] }));
    expect(starts(['NZL', 'AUS'], ['nz.a6'], { parties: verified })).toEqual([]);
  });
});

describe('the captured service of work', () => {
  it('is missing under each law that applies, and of work outside all of them never', () => {
    expect(missingService(work(['NZL', 'AUS'], []))[0]).toMatchObject({ provision: 'NZ s5(1), AU s6' });
    expect(missingService(work(['NZL'], []))[0]).toMatchObject({
      provision: 'NZ s5(1)',
      fix: { id: 'capturedActivityNz' },
    });
    expect(missingService(work([], []))).toEqual([]);
  });
});
