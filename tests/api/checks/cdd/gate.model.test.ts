import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClientDetails } from '#api/records/clients/record/client-record.ts';
import { transitionActivity } from '#contract/activities.ts';
import { type Diligence, transitionClient } from '#contract/cdd/cdd.ts';
import { recordFinding } from '#contract/cdd/findings.ts';
import { readClient, updateClient } from '#contract/clients/clients.ts';
import { addParty } from '#contract/clients/parties.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { foldName } from '#rules/name-matching/name-normalisation.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import {
  addEvidence,
  type EvidenceKind,
  getDiligence,
  individualWithEvidence,
} from '#tests/support/api/due-diligence.ts';
import { testDay } from '#tests/support/clock/test-day.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { isSoak } from '#tests/support/soak.ts';
import { addAssessment, addClient, create, fullForm, read } from '../activities/support.ts';

const roles = ['owner', 'staff', 'auditor'] as const;
const evidence = ['identity', 'exposure', 'screening', 'assessment'] as const;
const cddSteps = ['inProgress', 'readyForReview', 'verified', 'exceptionApproved', 'refreshDue'] as const;
const clientSteps = ['onboarding', 'active', 'dormant'] as const;
const activitySteps = ['inProgress', 'inReview', 'completed'] as const;

/** Names of other people, a corrected spelling and no change at all. */
const newNames = ['Otherson', 'Modelsen', 'MŌDELSON'] as const;
/** No day, the law's first one and the day before. */
const startDays = [undefined, '2013-06-30', '2013-06-29'] as const;

/** One command that somebody sends. */
type Step =
  | { do: 'evidence'; kind: (typeof evidence)[number] }
  | { do: 'assessActivity' | 'approveActivity' }
  | { do: 'pep' | 'enhanced' | 'unverifiedParty'; by: (typeof roles)[number] }
  | { do: 'rename'; to: (typeof newNames)[number]; isConfirmed: boolean; by: (typeof roles)[number] }
  | { do: 'changeKind'; by: (typeof roles)[number] }
  | { do: 'preCommencement'; startedOn: (typeof startDays)[number]; by: (typeof roles)[number] }
  | { do: 'cdd'; to: (typeof cddSteps)[number]; by: (typeof roles)[number] }
  | { do: 'client'; to: (typeof clientSteps)[number]; by: (typeof roles)[number] }
  | { do: 'activity'; to: (typeof activitySteps)[number]; by: (typeof roles)[number] };

const by = fc.constantFrom(...roles);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('evidence' as const), kind: fc.constantFrom(...evidence) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('assessActivity' as const, 'approveActivity' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('pep' as const, 'enhanced' as const, 'unverifiedParty' as const),
      by,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      to: fc.constantFrom(...newNames),
      isConfirmed: fc.boolean(),
      by,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('changeKind' as const), by }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('preCommencement' as const),
      startedOn: fc.constantFrom(...startDays),
      by,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('cdd' as const), to: fc.constantFrom(...cddSteps), by }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('client' as const), to: fc.constantFrom(...clientSteps), by }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('activity' as const), to: fc.constantFrom(...activitySteps), by }),
  },
);

const move = (lifecycle: 'cdd' | 'client' | 'activity', ...to: string[]) =>
  to.map((state) => ({ do: lifecycle, to: state, by: 'owner' }) as Step);

/** The path to the end with all evidence, so that every state is reachable. */
const wholeWay: Step[] = [
  ...evidence.map((kind) => ({ do: 'evidence', kind }) as const),
  ...move('cdd', 'inProgress', 'readyForReview', 'verified'),
  ...move('client', 'onboarding', 'active'),
  { do: 'assessActivity' },
  ...move('activity', 'inProgress', 'inReview'),
  { do: 'approveActivity' },
  ...move('activity', 'completed'),
];

/** What was put on record, modelled independently of the API's responses. */
interface Known {
  evidence: Set<EvidenceKind>;
  activityAssessed: boolean;
  activityApproved: boolean;
  hasUnverifiedParty: boolean;
  name: string;
  isBusiness: boolean;
  isPep: boolean;
  /** Marked as a client of before commencement, whose relationship started before the law's first day. */
  isLegacy: boolean;
  reached: Set<string>;
}

describe.each(testEngines)('no sequence of commands leads past the evidence, on %s', (engine) => {
  let api: TestApi;
  let company: TestCompany;

  beforeAll(async () => {
    api = await openTestApi(engine);
    company = api.companies.a;
  });
  afterAll(() => api.close());

  /** Outstanding requirements that may not follow the start of the relationship (NZ s26: the PEP check may). */
  const outstanding = ({ items }: Diligence) =>
    items.filter(({ code, satisfied }) => !satisfied && code !== 'pep.checked').map(({ code }) => code);

  function expectProven(known: Known, before: Diligence, target: string): void {
    expect([target, outstanding(before)]).toEqual([target, []]);
    // Initial CDD is waived for who was a client before the law applied (NZ s14(1)(c)), screening never is.
    const isWaived = known.isLegacy && (target === 'active' || target === 'completed');
    if (!isWaived) expect([target, known.hasUnverifiedParty]).toEqual([target, false]);
    const wanted = isWaived
      ? (['screening'] as const)
      : known.isLegacy
        ? (['record', 'identity', 'screening'] as const)
        : (['record', 'identity', 'screening', 'assessment'] as const);
    for (const kind of wanted) {
      expect([target, kind, known.evidence.has(kind)]).toEqual([target, kind, true]);
    }
  }

  async function sendTransition(
    known: Known,
    ids: { client: string; activity: string },
    step: Extract<Step, { do: 'cdd' | 'client' | 'activity' }>,
    as: TestPerson,
  ): Promise<void> {
    const before = await getDiligence(api, company.owner, ids.client);
    if (step.do === 'activity') {
      const { version } = await read(api, company.owner, ids.activity);
      const body = { move: 'to', to: step.to, version } as const;
      const { status } = await api.request(
        transitionActivity,
        { params: { id: ids.activity }, body },
        { as },
      );
      if (status !== 200) return;
      known.reached.add(step.to);
      expect(step.by).not.toBe('auditor');
      if (step.to !== 'completed') return;
      expect(known.activityAssessed && known.activityApproved).toBe(true);
      if (before.exception === null) expectProven(known, before, 'completed');
      return;
    }
    const more = {
      reason: 'Until the passport is back from renewal',
      endsOn: addDays(testDay('Pacific/Auckland', api.clock.now()), 60),
    };
    const body = {
      lifecycle: step.do,
      to: step.to,
      version: before.version,
      ...(step.to === 'exceptionApproved' ? more : {}),
    };
    const { status } = await api.request(
      transitionClient,
      { params: { id: ids.client }, body: body as never },
      { as },
    );
    if (status !== 200) return;
    known.reached.add(step.to);
    expect(step.by).not.toBe('auditor');
    if (step.to === 'readyForReview' || step.to === 'verified') expectProven(known, before, step.to);
    if (step.to === 'exceptionApproved') expect(step.by).toBe('owner');
    if (step.to === 'active' && before.exception === null) {
      if (!known.isLegacy) expect(['verified', 'readyForReview']).toContain(before.cddStatus);
      expectProven(known, before, 'active');
    }
  }

  /** Saves the client's details with what the step changes of them. */
  async function sendDetails(
    known: Known,
    id: string,
    step: Extract<Step, { do: 'rename' | 'changeKind' | 'preCommencement' }>,
  ): Promise<void> {
    const as = company[step.by];
    const { response: before } = await api.request(readClient, { params: { id } }, { as: company.owner });
    const details = Object.fromEntries(
      Object.entries(getClientDetails(before)).filter(([, value]) => value !== undefined),
    );
    const { version } = before;
    const put = async (changed: object) =>
      (
        await api.request(
          updateClient,
          { params: { id }, body: { ...details, version, ...changed } as never },
          { as },
        )
      ).status === 200;
    if (step.do === 'rename') {
      if (known.isBusiness) return;
      const confirmations = step.isConfirmed ? ['identityChanged'] : [];
      const individual = { ...before.individual, familyName: step.to };
      const parts = Object.fromEntries(Object.entries(individual).filter(([, value]) => value !== null));
      const isDone = await put({ individual: parts, confirmations });
      if (!isDone) return;
      expect(step.by).not.toBe('auditor');
      if (foldName(step.to) === foldName(known.name)) return;
      known.name = step.to;
      for (const kind of ['identity', 'exposure', 'screening'] as const) known.evidence.delete(kind);
      return;
    }
    if (step.do === 'changeKind') {
      const { individual: _individual, ...others } = details;
      const business = { legalName: 'Modelson Limited', registrationCountry: 'NZL' };
      const whole = {
        ...others,
        clientType: 'company',
        business,
        version,
        confirmations: ['identityChanged'],
      };
      const { status } = await api.request(updateClient, { params: { id }, body: whole as never }, { as });
      if (status !== 200) return;
      known.isBusiness = true;
      known.name = 'Modelson Limited';
      const checked = (['identity', 'screening', 'assessment'] as const).filter((kind) =>
        known.evidence.has(kind),
      );
      if (!before.business) expect(checked).toEqual([]);
      known.evidence.clear();
      return;
    }
    const { relationshipStartedOn: _day, ...others } = details;
    const { startedOn: day } = step;
    const whole = {
      ...others,
      version,
      preCommencement: true,
      ...(day ? { relationshipStartedOn: day } : {}),
    };
    const { status } = await api.request(updateClient, { params: { id }, body: whole as never }, { as });
    if (status !== 200) return;
    expect([step.startedOn, before.preCommencement || step.by]).toEqual([
      '2013-06-29',
      before.preCommencement || 'owner',
    ]);
    known.isLegacy = true;
  }

  async function perform(known: Known, ids: { client: string; activity: string }, step: Step): Promise<void> {
    const params = { id: ids.client };
    switch (step.do) {
      case 'evidence':
        // Of a business other evidence is asked for, which has a model of its own.
        if (known.isBusiness) return;
        // An owner without a designation cannot approve an assessment of a PEP.
        if (step.kind === 'assessment' && known.isPep) return;
        // A finding of no office overwrites the known office.
        if (step.kind === 'exposure') known.isPep = false;
        await addEvidence(api, company, ids.client, step.kind);
        known.evidence.add(step.kind);
        return;
      case 'assessActivity':
        if (known.activityAssessed) return;
        await addAssessment(api, company, { type: 'activities', id: ids.activity }, { status: 'approved' });
        known.activityAssessed = true;
        return;
      case 'approveActivity': {
        const { version } = await read(api, company.owner, ids.activity);
        const body = { move: 'outcome', outcome: 'approved', version } as const;
        const { status } = await api.request(
          transitionActivity,
          { params: { id: ids.activity }, body },
          { as: company.owner },
        );
        if (status === 200) known.activityApproved = true;
        return;
      }
      case 'pep':
      case 'enhanced': {
        const { version } = await getDiligence(api, company.owner, ids.client);
        const body =
          step.do === 'pep'
            ? { subject: 'politicalExposure', pepStatus: 'foreign', basis: 'A minister abroad', version }
            : { subject: 'enhanced', reason: 'Pays through a stranger', version };
        const { status } = await api.request(
          recordFinding,
          { params, body: body as never },
          { as: company[step.by] },
        );
        if (step.do === 'pep' && status === 200) known.isPep = true;
        return;
      }
      case 'unverifiedParty': {
        const partyClientId = await addClient(api, company, 'Attorneyson');
        const body = { partyClientId, roles: ['authorisedRepresentative'] };
        const { status } = await api.request(
          addParty,
          { params, body: body as never },
          { as: company[step.by] },
        );
        if (status < 300) known.hasUnverifiedParty = true;
        return;
      }
      case 'rename':
      case 'changeKind':
      case 'preCommencement':
        return sendDetails(known, ids.client, step);
      default:
        return sendTransition(known, ids, step, company[step.by]);
    }
  }

  async function play(start: readonly EvidenceKind[], steps: readonly Step[]): Promise<Known> {
    const without = (['record', ...evidence] as const).filter((kind) => !start.includes(kind));
    const client = await individualWithEvidence(api, company, { familyName: 'Modelson', without });
    const activity = await create(api, company.owner, fullForm(client));
    const known: Known = {
      evidence: new Set(start),
      activityAssessed: false,
      activityApproved: false,
      hasUnverifiedParty: false,
      name: 'Modelson',
      isBusiness: false,
      isPep: false,
      isLegacy: false,
      reached: new Set(),
    };
    for (const step of steps) await perform(known, { client, activity: activity.id }, step);
    return known;
  }

  it('completes with all evidence, and no further without', async () => {
    const { reached } = await play(['record'], wholeWay);
    expect([...reached]).toEqual(
      expect.arrayContaining(['readyForReview', 'verified', 'active', 'completed']),
    );
    const withoutIdentity = wholeWay.filter((step) => step.do !== 'evidence' || step.kind !== 'identity');
    const refused = await play(['record'], withoutIdentity);
    expect([...refused.reached]).toEqual(['inProgress', 'onboarding', 'inReview']);
  });

  it('and no further once somebody else stands in the record, or it is marked without a day', async () => {
    const rename = { do: 'rename', to: 'Otherson', isConfirmed: true, by: 'owner' } as const;
    const activation = wholeWay.findIndex((step) => step.do === 'client');
    const renamed = await play(['record'], wholeWay.toSpliced(activation, 0, rename));
    expect([...renamed.reached]).toEqual([
      'inProgress',
      'readyForReview',
      'verified',
      'onboarding',
      'inReview',
    ]);
    const company = await play(
      ['record'],
      wholeWay.toSpliced(activation, 0, { do: 'changeKind', by: 'owner' }),
    );
    expect(company.isBusiness).toBe(false);
    const marked = move('client', 'onboarding', 'active');
    for (const startedOn of [undefined, '2013-06-30'] as const) {
      const way: Step[] = [{ do: 'preCommencement', startedOn, by: 'owner' }, ...marked];
      expect([...(await play(['record', 'screening'], way)).reached]).toEqual(['onboarding']);
    }
    const legacy: Step[] = [{ do: 'preCommencement', startedOn: '2013-06-29', by: 'owner' }, ...marked];
    expect([...(await play(['record', 'screening'], legacy)).reached]).toEqual(['onboarding', 'active']);
  });

  it('activates under an exception of the owner, which replaces no more than identity and exposure', async () => {
    const excepted = move('cdd', 'inProgress', 'exceptionApproved');
    const way = [...excepted, ...move('client', 'onboarding', 'active')];
    const { reached } = await play(['record', 'screening', 'assessment'], way);
    expect([...reached]).toEqual(['inProgress', 'exceptionApproved', 'onboarding', 'active']);
    for (const missing of ['screening', 'assessment'] as const) {
      const rest = (['record', 'screening', 'assessment'] as const).filter((kind) => kind !== missing);
      expect([...(await play(rest, way)).reached]).not.toContain('active');
    }
  });

  it('whatever is sent, by whom and in which order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(['record', ...evidence] as const),
        fc.array(anyStep, { minLength: 8, maxLength: 25 }),
        async (start, steps) => void (await play(start, steps)),
      ),
      { numRuns: isSoak ? 150 : 10, endOnFailure: true },
    );
  });
});
