import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClientDetails } from '#api/records/clients/record/client-record.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { recordNonCooperation, withdrawNonCooperation } from '#contract/cdd/non-cooperation.ts';
import { recordArrangement, withdrawArrangement } from '#contract/cdd/property-arrangements.ts';
import { readClient, updateClient } from '#contract/clients/clients.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { foldName } from '#rules/name-matching/name-normalisation.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  addEvidence,
  type EvidenceKind,
  getDiligence,
  individualWithEvidence,
  transitionClientTo,
} from '#tests/support/api/due-diligence.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { isSoak } from '#tests/support/soak.ts';
import { type ActivityForm, addAssessment, create, fullForm, move, read, update } from './support.ts';

const people = ['owner', 'staff', 'auditor', 'officer', 'manager'] as const;
const sides = ['seller', 'buyer'] as const;
const evidence = ['identity', 'exposure', 'screening', 'assessment'] as const;
const cddSteps = ['inProgress', 'readyForReview', 'verified', 'exceptionApproved', 'refreshDue'] as const;
const activitySteps = ['inProgress', 'inReview', 'completed', 'onHold'] as const;
const services = ['au.t5.1', 'au.t6.1'] as const;
const capacities = ['otherParty', 'customer', 'left'] as const;

const plain = [
  'outcome',
  'seniorApproval',
  'recordRefusal',
  'withdrawRefusal',
  'arrange',
  'withdrawArrangement',
  'pep',
] as const;

/** Names of other people, and no change at all. */
const newNames = ['Otherson', 'OTHERSON'] as const;
/** No day, and the day from which nobody is a client of before commencement. */
const startDays = [undefined, '2007-12-12'] as const;

type Who = (typeof people)[number];
type Side = (typeof sides)[number];
type Step =
  | { do: 'evidence'; of: Side; kind: (typeof evidence)[number] }
  | { do: 'cdd'; of: Side; to: (typeof cddSteps)[number]; by: Who }
  | { do: 'rename'; of: Side; to: (typeof newNames)[number]; by: Who }
  | { do: 'preCommencement'; of: Side; startedOn: (typeof startDays)[number]; by: Who }
  | { do: 'assess' }
  | { do: (typeof plain)[number]; by: Who }
  | {
      do: 'edit';
      service: (typeof services)[number];
      buyerAs: (typeof capacities)[number];
      isDelayed: boolean;
      by: Who;
    }
  | { do: 'activity'; to: (typeof activitySteps)[number]; by: Who };

const by = fc.constantFrom(...people);
const of = fc.constantFrom(...sides);
const one = <const Kind extends string>(...kinds: Kind[]) => fc.constantFrom(...kinds);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: one('evidence'), of, kind: fc.constantFrom(...evidence) }) },
  { weight: 3, arbitrary: fc.record({ do: one('cdd'), of, to: fc.constantFrom(...cddSteps), by }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: one('rename'), of, to: fc.constantFrom(...newNames), by }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: one('preCommencement'), of, startedOn: fc.constantFrom(...startDays), by }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('assess') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: one(...plain),
      by,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: one('edit'),
      service: fc.constantFrom(...services),
      buyerAs: fc.constantFrom(...capacities),
      isDelayed: fc.boolean(),
      by,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('activity'), to: fc.constantFrom(...activitySteps), by }) },
);

const everything = (side: Side): Step[] => [
  ...evidence.map((kind) => ({ do: 'evidence', of: side, kind }) as const),
  ...(['inProgress', 'readyForReview', 'verified'] as const).map(
    (to) => ({ do: 'cdd', of: side, to, by: 'owner' }) as const,
  ),
];
const finish: Step[] = [
  { do: 'assess' },
  { do: 'activity', to: 'inProgress', by: 'owner' },
  { do: 'activity', to: 'inReview', by: 'owner' },
  { do: 'outcome', by: 'owner' },
  { do: 'activity', to: 'completed', by: 'owner' },
];
const refusal: Step[] = [
  { do: 'evidence', of: 'buyer', kind: 'screening' },
  { do: 'recordRefusal', by: 'owner' },
];

/** All that an arrangement with another participant of the sale leaves to the company itself. */
const ownPart: Step[] = [
  ...(['identity', 'screening', 'assessment'] as const).map(
    (kind) => ({ do: 'evidence', of: 'buyer', kind }) as const,
  ),
  { do: 'arrange', by: 'owner' },
];

/** What was put on record, modelled independently of the API's responses. */
interface Known {
  evidence: Record<Side, Set<EvidenceKind>>;
  names: Record<Side, string>;
  isAssessed: boolean;
  isApproved: boolean;
  isPep: boolean;
  isManagerAgreed: boolean;
  isRefusalRecorded: boolean;
  isArranged: boolean;
  form: { service: (typeof services)[number]; buyerAs: (typeof capacities)[number]; isDelayed: boolean };
  reached: Set<string>;
}

type Ids = Record<Side | 'activity', string>;

describe.each(testEngines)('no sequence of commands completes a sale past the evidence on %s', (engine) => {
  let api: TestApi;
  let au: TestCompany;
  let as: Record<Who, TestPerson>;

  beforeAll(async () => {
    api = await openTestApi(engine);
    au = await api.addCompany('Banksia Realty', { billingCountryCode: 'AUS' });
    const { owner, staff, auditor } = au;
    const officer = await api.addMember(au.id, { designations: ['complianceOfficer'], name: 'Officer' });
    const manager = await api.addMember(au.id, { designations: ['seniorManager'], name: 'Manager' });
    as = { owner, staff, auditor, officer, manager };
  });
  afterAll(() => api.close());

  const today = () => testDay('Australia/Sydney', api.clock.now());

  function getForm({ seller, buyer }: Omit<Ids, 'activity'>, form: Known['form']): ActivityForm {
    const parties: ActivityForm['parties'] = [{ clientId: seller, capacity: 'customer' }];
    if (form.buyerAs !== 'left') parties.push({ clientId: buyer, capacity: form.buyerAs });
    const delay = {
      delayedCddBasis: 'property',
      delayedCddGround: 'The buyer was chosen at auction',
      delayedCddRiskLimits: 'The deposit stays in the trust account meanwhile',
    } as const;
    return fullForm(seller, {
      activityType: 'propertySale',
      designatedServiceAu: form.service,
      parties,
      exchangeOn: addDays(today(), -20),
      settlementOn: addDays(today(), 40),
      ...(form.isDelayed ? delay : {}),
    });
  }

  /** CDD of a party is complete: by all of its evidence, or by an exception, which never replaces screening. */
  async function expectDone(known: Known, ids: Ids, side: Side, target: string): Promise<void> {
    const { items, exception, cddStatus } = await getDiligence(api, au.owner, ids[side]);
    const label = `${target} ${side}`;
    expect([label, known.evidence[side].has('screening')]).toEqual([label, true]);
    if (exception !== null && cddStatus === 'exceptionApproved') return;
    expect([label, cddStatus]).toEqual([label, 'verified']);
    expect([label, items.filter(({ satisfied }) => !satisfied).map(({ code }) => code)]).toEqual([label, []]);
    // Australian law requires the political exposure first; it may not follow.
    for (const kind of ['record', ...evidence] as const)
      expect([label, kind, known.evidence[side].has(kind)]).toEqual([label, kind, true]);
  }

  /** The same of the buyer, of whom another participant of the sale may have done a part. */
  async function expectBuyerDone(known: Known, ids: Ids): Promise<void> {
    const { cddStatus } = await getDiligence(api, au.owner, ids.buyer);
    if (!known.isArranged || cddStatus === 'verified' || cddStatus === 'exceptionApproved') {
      await expectDone(known, ids, 'buyer', 'completed');
      return;
    }
    for (const kind of ['record', 'identity', 'screening', 'assessment'] as const)
      expect(['arranged', kind, known.evidence.buyer.has(kind)]).toEqual(['arranged', kind, true]);
  }

  /** While CDD on the buyer is delayed, everything is done but the verification, under a delay that is approved. */
  async function expectBuyerCollected(known: Known, ids: Ids): Promise<void> {
    const { cddStatus } = await getDiligence(api, au.owner, ids.buyer);
    if (cddStatus === 'verified' || cddStatus === 'exceptionApproved') return;
    expect((await read(api, au.owner, ids.activity)).delayedCdd?.approval).not.toBeNull();
    for (const kind of ['record', 'exposure', 'screening', 'assessment'] as const)
      expect(['delayed', kind, known.evidence.buyer.has(kind)]).toEqual(['delayed', kind, true]);
  }

  async function expectCompletable(known: Known, ids: Ids): Promise<void> {
    expect([known.isAssessed, known.isApproved]).toEqual([true, true]);
    if (known.isPep) expect(known.isManagerAgreed).toBe(true);
    await expectDone(known, ids, 'seller', 'completed');
    const { service, buyerAs, isDelayed } = known.form;
    if (buyerAs === 'customer') await expectBuyerDone(known, ids);
    if (buyerAs !== 'otherParty' || service !== 'au.t5.1') return;
    if (isDelayed && !known.isRefusalRecorded && !known.isArranged) await expectBuyerCollected(known, ids);
    else if (known.isRefusalRecorded) expect(known.evidence.buyer.has('screening')).toBe(true);
    else await expectBuyerDone(known, ids);
  }

  async function sendTransition(known: Known, ids: Ids, step: Extract<Step, { do: 'activity' | 'cdd' }>) {
    if (step.do === 'cdd') {
      const more = { reason: 'Until the passport is back', endsOn: addDays(today(), 60) };
      const change = {
        lifecycle: 'cdd',
        to: step.to,
        ...(step.to === 'exceptionApproved' ? more : {}),
      } as never;
      const { status } = await transitionClientTo(api, as[step.by], ids[step.of], change);
      if (status !== 200) return;
      expect(step.by).not.toBe('auditor');
      if (step.to === 'verified') await expectDone(known, ids, step.of, 'verified');
      if (step.to === 'exceptionApproved') expect(['owner', 'officer', 'manager']).toContain(step.by);
      return;
    }
    const before = { ...known };
    const { status: from } = await read(api, au.owner, ids.activity);
    const { status } = await move(api, as[step.by], ids.activity, { move: 'to', to: step.to });
    if (status !== 200) return;
    known.reached.add(step.to);
    expect(step.by).not.toBe('auditor');
    // A designated service starts, or resumes, after CDD on the firm's own customer.
    if (step.to === 'inProgress' && (from === 'toDo' || from === 'onHold'))
      await expectDone(before, ids, 'seller', 'started');
    if (step.to === 'completed') await expectCompletable(before, ids);
  }

  /** Saves a party's details under another name, or marked as a client of before commencement, which none of these can be. */
  async function sendDetails(
    known: Known,
    ids: Ids,
    step: Extract<Step, { do: 'rename' | 'preCommencement' }>,
  ): Promise<void> {
    const params = { id: ids[step.of] };
    const { response: before } = await api.request(readClient, { params }, { as: au.owner });
    const details = getClientDetails(before);
    const body = {
      ...details,
      version: before.version,
      ...(step.do === 'rename'
        ? {
            individual: { ...details.individual, familyName: step.to },
            confirmations: ['identityChanged'],
          }
        : { preCommencement: true, relationshipStartedOn: step.startedOn }),
    };
    const { status } = await api.request(updateClient, { params, body: body as never }, { as: as[step.by] });
    if (step.do === 'preCommencement') expect(status).not.toBe(200);
    if (status !== 200 || step.do === 'preCommencement') return;
    expect(step.by).not.toBe('auditor');
    if (foldName(step.to) === foldName(known.names[step.of])) return;
    known.names[step.of] = step.to;
    for (const kind of ['identity', 'screening'] as const) known.evidence[step.of].delete(kind);
    // That somebody is exposed stays under another name.
    if (!(known.isPep && step.of === 'seller')) known.evidence[step.of].delete('exposure');
  }

  /** Other commands; whether it was accepted. */
  async function sendOther(known: Known, ids: Ids, step: Exclude<Step, { do: 'activity' | 'cdd' }>) {
    if (step.do === 'rename' || step.do === 'preCommencement') {
      await sendDetails(known, ids, step);
      return null;
    }
    const { version } = await read(api, au.owner, ids.activity);
    const params = { id: ids.activity };
    switch (step.do) {
      case 'outcome':
        return move(api, as[step.by], ids.activity, { move: 'outcome', outcome: 'approved' });
      case 'seniorApproval':
        return move(api, as[step.by], ids.activity, { move: 'seniorApproval' });
      case 'recordRefusal': {
        const body = { version, clientId: ids.buyer, steps: 'Asked', difficulties: 'Refused' };
        const whole = { params, body: { ...body, reportConsidered: true } };
        return api.request(recordNonCooperation, whole, { as: as[step.by] });
      }
      case 'withdrawRefusal': {
        const body = { version, clientId: ids.buyer, reason: 'A passport came' };
        return api.request(withdrawNonCooperation, { params, body }, { as: as[step.by] });
      }
      case 'arrange': {
        const body = {
          version,
          clientId: ids.buyer,
          participant: 'Example Conveyancing',
          responsibilities: 'They do CDD on the buyer',
          agreedOn: addDays(today(), -20),
          cddDoneOn: addDays(today(), -2),
          receivedOn: addDays(today(), -1),
        };
        return api.request(recordArrangement, { params, body }, { as: as[step.by] });
      }
      case 'withdrawArrangement': {
        const body = { version, clientId: ids.buyer, reason: 'We do CDD ourselves' };
        return api.request(withdrawArrangement, { params, body }, { as: as[step.by] });
      }
      case 'pep': {
        const client = await getDiligence(api, au.owner, ids.seller);
        const finding = { subject: 'politicalExposure', pepStatus: 'foreign', basis: 'A minister abroad' };
        const body = { ...finding, version: client.version } as never;
        return api.request(recordFinding, { params: { id: ids.seller }, body }, { as: as[step.by] });
      }
      case 'edit':
        return update(api, as[step.by], { id: ids.activity, version }, getForm(ids, step));
      case 'assess':
        if (known.isAssessed) return null;
        await addAssessment(api, au, { type: 'activities', id: ids.activity }, { status: 'approved' });
        known.isAssessed = true;
        return null;
      case 'evidence':
        // An owner without a designation cannot approve an assessment of a PEP.
        if (step.kind === 'assessment' && step.of === 'seller' && known.isPep) return null;
        // A finding of no office overwrites the known office.
        if (step.kind === 'exposure' && step.of === 'seller') known.isPep = false;
        await addEvidence(api, au, ids[step.of], step.kind);
        known.evidence[step.of].add(step.kind);
        return null;
    }
  }

  function note(
    known: Known,
    step: Exclude<Step, { do: 'activity' | 'cdd' | 'evidence' | 'assess' | 'rename' | 'preCommencement' }>,
  ): void {
    expect([step.do, step.by]).not.toEqual([step.do, 'auditor']);
    switch (step.do) {
      case 'outcome':
        known.isApproved = true;
        return;
      case 'seniorApproval':
        expect(step.by).toBe('manager');
        known.isManagerAgreed = true;
        return;
      case 'recordRefusal':
        expect(step.by).not.toBe('staff');
        known.isRefusalRecorded = true;
        return;
      case 'withdrawRefusal':
        known.isRefusalRecorded = false;
        return;
      case 'arrange':
        expect(step.by).not.toBe('staff');
        known.isArranged = true;
        return;
      case 'withdrawArrangement':
        known.isArranged = false;
        return;
      case 'pep':
        known.isPep = true;
        known.evidence.seller.add('exposure');
        return;
      case 'edit':
        known.form = step;
    }
  }

  async function play(steps: readonly Step[]): Promise<Known> {
    const bare = (familyName: string) =>
      individualWithEvidence(api, au, { familyName, without: [...evidence] });
    const clients = { seller: await bare('Vendorson'), buyer: await bare('Purchaserson') };
    const form = { service: 'au.t5.1', buyerAs: 'otherParty', isDelayed: false } as const;
    const { id } = await create(api, au.owner, getForm(clients, form));
    const ids: Ids = { ...clients, activity: id };
    const known: Known = {
      evidence: { seller: new Set(['record']), buyer: new Set(['record']) },
      names: { seller: 'Vendorson', buyer: 'Purchaserson' },
      isAssessed: false,
      isApproved: false,
      isPep: false,
      isManagerAgreed: false,
      isRefusalRecorded: false,
      isArranged: false,
      form,
      reached: new Set(),
    };
    for (const step of steps) {
      if (step.do === 'activity' || step.do === 'cdd') await sendTransition(known, ids, step);
      else {
        const sent = await sendOther(known, ids, step);
        const isNoted =
          step.do !== 'evidence' &&
          step.do !== 'assess' &&
          step.do !== 'rename' &&
          step.do !== 'preCommencement';
        if (sent?.status === 200 && isNoted) note(known, step);
      }
    }
    return known;
  }

  it('completes with the evidence of both sides, a record of non-cooperation, or an arrangement and the own part', async () => {
    for (const way of [
      [...everything('seller'), ...everything('buyer'), ...finish],
      [...everything('seller'), ...refusal, ...finish],
      [...everything('seller'), ...ownPart, ...finish],
    ]) {
      expect([...(await play(way)).reached]).toEqual(['inProgress', 'inReview', 'completed']);
    }
  });

  it('and no further if the record is withdrawn, the party becomes a customer, or evidence is missing', async () => {
    const customer = { service: 'au.t5.1', buyerAs: 'customer', isDelayed: false } as const;
    for (const gap of [
      [...everything('seller'), ...finish],
      [...everything('seller'), ...refusal, { do: 'withdrawRefusal', by: 'staff' }, ...finish],
      [
        ...everything('seller'),
        ...refusal,
        ...finish.slice(0, 3),
        { do: 'edit', ...customer, by: 'staff' },
        ...finish.slice(3),
      ],
      [...everything('seller'), { do: 'recordRefusal', by: 'owner' }, ...finish],
      [...everything('seller'), ...ownPart.slice(1), ...finish],
      [...everything('seller'), ...ownPart, { do: 'withdrawArrangement', by: 'staff' }, ...finish],
      [
        ...everything('seller'),
        ...refusal,
        ...finish.slice(0, -1),
        { do: 'rename', of: 'seller', to: 'Otherson', by: 'staff' },
        ...finish.slice(-1),
      ],
    ] as Step[][]) {
      expect([...(await play(gap)).reached]).toEqual(['inProgress', 'inReview']);
    }
    const pep: Step[] = [...everything('seller'), ...refusal, { do: 'pep', by: 'staff' }, ...finish];
    expect([...(await play(pep)).reached]).not.toContain('completed');
    expect([...(await play([...everything('buyer'), ...finish])).reached]).not.toContain('inProgress');
  });

  it('completes with exceptions for both sides, each after a screening and an assessment', async () => {
    const excepted = (of: Side, kinds: ('screening' | 'assessment')[]): Step[] => [
      ...kinds.map((kind) => ({ do: 'evidence', of, kind }) as const),
      ...(['inProgress', 'exceptionApproved'] as const).map(
        (to) => ({ do: 'cdd', of, to, by: 'owner' }) as const,
      ),
    ];
    const seller = excepted('seller', ['screening', 'assessment']);
    const done = await play([...seller, ...excepted('buyer', ['screening', 'assessment']), ...finish]);
    expect([...done.reached]).toEqual(['inProgress', 'inReview', 'completed']);
    const unscreened = await play([...seller, ...excepted('buyer', ['assessment']), ...finish]);
    expect([...unscreened.reached]).toEqual(['inProgress', 'inReview']);
  });

  it('holds for any command sequence', async () => {
    // Half of the sequences start with one side complete, so that later commands have something to act on.
    const start = fc.constantFrom<Step[]>([], everything('seller'), [
      ...everything('seller'),
      ...finish.slice(0, 3),
    ]);
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.array(anyStep, { minLength: 8, maxLength: 20 }),
        async (first, steps) => void (await play([...first, ...steps])),
      ),
      { numRuns: isSoak ? 40 : 6, endOnFailure: true },
    );
  });
});
