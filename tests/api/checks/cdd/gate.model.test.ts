import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listClients } from '#contract/clients/clients.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { isSoak } from '#tests/support/soak.ts';
import { type Opening, take as takeOfActivity } from '../activities/model/play.ts';
import { finish } from '../activities/model/sequences.ts';
import { openWorld, type Side, type Who, type World } from '../activities/model/world.ts';
import { ask, type ClientCourse } from './model/course.ts';
import { accept, codesOf, refuse, reopenExpired } from './model/harness.ts';
import { anyStep, contractCases, modelCases, play, type Step, start, stepKinds } from './model/play.ts';
import {
  active,
  approved,
  dismissed,
  everyAssessment,
  everyFinding,
  everyMatch,
  everyOther,
  everyParty,
  everyStatus,
  everyVerification,
  evidenceOn,
  exception,
  findingsOf,
  moveCdd,
  moveClient,
  request,
  shownEarlier,
} from './model/sequences.ts';

/** Commands that no individual accepts: of the register, of owners it cannot have, and statuses that no member sets. */
const neverAccepted = contractCases.filter(
  (one) =>
    one.startsWith('businessVerifications.') ||
    [
      'findings.record ownership identified',
      'findings.withdraw sourceOfWealthOrFunds',
      'clients.transition client draft',
      'clients.transition client merged',
      'clients.transition cdd notStarted',
    ].includes(one),
);

it('the model holds every command that the contract lists about clients and what their CDD rests on', () => {
  expect(modelCases.toSorted()).toEqual(contractCases.toSorted());
});

describe.each(testEngines)(
  'no sequence of commands leads an individual past the evidence, on %s',
  (engine) => {
    let api: TestApi;
    let world: World;
    let sole: World;
    const reached = { cases: new Set<string>(), steps: new Set<string>() };

    beforeAll(async () => {
      api = await openTestApi(engine);
      world = await openWorld(api, 'both');
      sole = await openWorld(api, 'both', true);
    });
    afterAll(() => api.close());

    const open = (opening?: Opening) => start(world, reached, opening);
    const without = (kind: Step['do']) => evidenceOn('first').filter((step) => step.do !== kind);
    const submit = moveCdd('first', 'staff', 'inProgress', 'readyForReview');
    const last = (steps: readonly Step[]) => steps.at(-1) as Step;
    const rename: Step = { do: 'rename', to: 'Otherson', isConfirmed: true, by: 'owner' };

    describe('what is lawful goes through', () => {
      it('an individual with all evidence, and its work', async () => {
        const course = await open();
        await accept(course, ...approved, ...active);
        for (const step of finish) expect([step, await takeOfActivity(course, step)]).toEqual([step, true]);
        await accept(course, ...moveCdd('first', 'staff', 'refreshDue'));
        await accept(course, ...moveClient('owner', 'dormant', 'exited', 'archived'));
      });

      it('an individual approved by one act, from a draft and once it is due again', async () => {
        const course = await open();
        const byOfficer = request('clients.approve', { by: 'officer' });
        await accept(course, ...evidenceOn('first'), byOfficer, ...moveClient('staff', 'active'));
        await accept(course, ...moveCdd('first', 'staff', 'refreshDue'), byOfficer);
      });

      it('an individual of before the law, which needs a screening alone', async () => {
        const course = await open();
        await accept(course, ...shownEarlier);
        await accept(course, { do: 'screen', of: 'first', by: 'staff' }, ...active);
      });

      it('an exception, which replaces no more than identity and exposure', async () => {
        const excepted = [
          ...moveCdd('first', 'staff', 'inProgress'),
          ...moveCdd('first', 'owner', 'exceptionApproved'),
          ...moveClient('staff', 'onboarding'),
        ];
        const kinds = ['screen', 'assessClient'];
        const evidence = evidenceOn('first').filter((step) => kinds.includes(step.do));
        await accept(await open(), ...evidence, ...excepted, last(active));
        for (const one of evidence) {
          const course = await open();
          await accept(course, one, ...excepted);
          await refuse(course, last(active));
        }
      });

      it('every other command on verifications and findings, each once', async () => {
        await accept(await open(), ...everyVerification, ...exception('first'));
        await accept(await open(), ...everyFinding(findingsOf('individual'), 'first'));
      });

      it('every other command on assessments, parties and what the firm holds, each once', async () => {
        await accept(await open(), ...everyAssessment, ...everyOther, ...everyParty);
      });

      it('every other decision on matches and status, each once', async () => {
        const names = { first: 'Listedson', second: 'Listedson', third: 'Listedson' };
        await accept(await open({ names }), ...everyMatch('first', 'second'), ...dismissed('third'));
        for (const steps of everyStatus) await accept(await open(), ...steps);
        const returned = await open();
        await accept(returned, ...evidenceOn('first'), ...submit, ...moveCdd('first', 'officer', 'returned'));
        await reopenExpired(returned);
      });

      it('and what only one person can decide, which is stated and listed', async () => {
        const course = await start(sole, reached, { isSole: true });
        await accept(
          course,
          request('sanctionsPermits.record', { n: 1, by: 'owner' }),
          request('sanctionsPermits.approve', { by: 'owner' }),
          request('individualVerifications.start exception', { by: 'owner' }),
          request('individualVerifications.approveException', { by: 'owner' }),
        );
        const { items } = await ask(course, listClients, { query: { decided: 'byOne' } });
        expect(items.map(({ id }) => id)).toContain(course.clientIds.first);
      });
    });

    describe('what was tried to get past it is refused', () => {
      it('an approval without one kind of evidence, or its activation and work', async () => {
        for (const kind of ['verifyIdentity', 'recordExposure', 'screen', 'assessClient'] as const) {
          const course = await open();
          await accept(course, ...without(kind), ...submit.slice(0, 1), ...moveClient('staff', 'onboarding'));
          await refuse(course, last(submit));
          await refuse(course, request('clients.approve', { by: 'officer' }));
          await refuse(course, last(active));
          if (kind !== 'verifyIdentity') continue;
          for (const step of finish) await takeOfActivity(course, step);
          expect(course.activity.status).not.toBe('completed');
        }
      });

      it('an activation once another person is in the record, and a business made of a person who was checked', async () => {
        const course = await open();
        await accept(course, ...approved, ...moveClient('staff', 'onboarding'));
        await refuse(course, { do: 'changeKind', by: 'owner' });
        await accept(course, rename);
        await refuse(course, last(active));
      });

      it('a client who is claimed to be one of before the law, without a day or with a later one', async () => {
        for (const day of [undefined, '2013-06-30', '2007-12-12'] as const) {
          const course = await open();
          await accept(course, { do: 'screen', of: 'first', by: 'staff' });
          // It may be one of before New Zealand’s law, and is none of before Australia’s.
          const claim: Step = { do: 'claimEarlier', day, by: 'owner' };
          if (day === '2007-12-12') await accept(course, claim);
          else await refuse(course, claim);
          await accept(course, ...moveClient('staff', 'onboarding'));
          await refuse(course, last(active));
        }
      });

      it('an approval beside somebody who acts for the client and is not verified', async () => {
        const course = await open();
        await accept(course, ...evidenceOn('first'), request('parties.add'), ...submit.slice(0, 1));
        expect(codesOf(await refuse(course, last(submit)))).toContain('party.verified');
        await accept(course, { do: 'verifyIdentity', of: 'third', by: 'staff' });
        expect(codesOf(await refuse(course, last(submit)))).not.toContain('party.verified');
      });

      it('a sanctions permit to 2099 that its recorder approves, under every policy', async () => {
        for (const n of [2, 1, 0]) {
          const course = await open();
          await accept(course, request('company.policies.update', { n, by: 'owner' }));
          await accept(course, request('sanctionsPermits.record', { n: 1, by: 'owner' }));
          const approve = (by: 'owner' | 'officer') => request('sanctionsPermits.approve', { by });
          expect(codesOf(await refuse(course, approve('owner')))).toEqual(['permit.secondPersonNeeded']);
          await accept(course, approve('officer'));
        }
      });

      it('a senior manager’s approval of a low assessment as the decision on a foreign PEP found later', async () => {
        const course = await open();
        const assess: Step = { do: 'assessClient', of: 'first', approver: 'manager', by: 'staff' };
        await accept(course, ...without('assessClient'), assess);
        await accept(course, { do: 'recordExposure', of: 'first', is: 'foreign', by: 'staff' });
        await accept(course, ...submit.slice(0, 1));
        const needed = 'rule.seniorManagerApproval';
        expect(codesOf(await refuse(course, last(submit)))).toContain(needed);
        await accept(course, request('findings.record seniorApproval', { by: 'manager' }));
        expect(codesOf(await refuse(course, last(submit)))).not.toContain(needed);
      });

      it('a level that an officer approved as high, lowered by one member alone, under every policy', async () => {
        for (const n of [2, 1, 0]) {
          const course = await open();
          await accept(course, request('company.policies.update', { n, by: 'owner' }));
          const assess = (level: number) => request('assessments.create', { n: level, by: 'manager' });
          const approve = (by: 'manager' | 'officer') => request('assessments.decide approve', { by });
          await accept(course, assess(2), approve('officer'), assess(0));
          expect(codesOf(await refuse(course, approve('manager')))).toEqual([
            'assessment.secondPersonNeeded',
          ]);
          await accept(course, approve('officer'));
        }
        const course = await start(sole, reached, { isSole: true });
        for (const n of [2, 0]) {
          await accept(course, request('assessments.create', { n, by: 'owner' }));
          await accept(course, request('assessments.decide approve', { by: 'owner' }));
        }
        const { items } = await ask(course, listClients, { query: { decided: 'byOne' } });
        expect(items.map(({ id }) => id)).toContain(course.clientIds.first);
      });

      it('a verification against its rule, decided with a reason and no exception that another person approved', async () => {
        const course = await open();
        const on = (what: string, by: Who = 'staff') =>
          request(`individualVerifications.${what}`, { n: 1, by });
        await accept(course, on('start documentSighted'));
        for (const by of ['staff', 'owner', 'officer'] as const)
          expect(codesOf(await refuse(course, on('decide verified', by)))).toContain(
            'verification.ruleFailed',
          );
        await accept(course, on('approveException', 'officer'), on('decide verified'));
        const own = await open();
        await accept(own, on('start documentSighted', 'officer'));
        await refuse(own, on('approveException', 'officer'));
        const alone = await start(sole, reached, { isSole: true });
        await accept(alone, on('start documentSighted', 'owner'), on('approveException', 'owner'));
        await accept(alone, on('decide verified', 'owner'));
      });

      it('thirteen corrections of the verified name, one letter each', async () => {
        const course = await open({ names: { first: 'Montgomeryson' } });
        await accept(course, { do: 'verifyIdentity', of: 'first', by: 'staff' });
        const corrections = Array.from(
          { length: 13 },
          (_, letter): Step => ({ do: 'spell', letter, by: 'officer' }),
        );
        await accept(course, ...corrections.slice(0, 1));
        await play(course, corrections);
        expect(course.clients.first.name).not.toBe('Montgomeryson');
        expect((await refuse(course, last(corrections))).fields).toHaveProperty('spellingCorrection');
      });
    });

    it('holds whatever is sent, by whom and in which order', { timeout: 7_200_000 }, async () => {
      const prefixes: Step[][] = [[], evidenceOn('first'), approved, [...approved, ...active]];
      const closing = [...submit, ...moveCdd('first', 'officer', 'verified'), ...active];
      const opening = fc.record({
        drafts: fc.constantFrom<Side[]>([], ['first']),
        names: fc.constantFrom({}, { first: 'Listedson' }),
      });
      await fc.assert(
        fc.asyncProperty(
          opening,
          fc.constantFrom(...prefixes),
          fc.array(anyStep(false), { minLength: 8, maxLength: 20 }),
          async (how, first, steps) => {
            const course: ClientCourse = await open(how as Opening);
            await play(course, [...first, ...steps, ...closing]);
          },
        ),
        { numRuns: isSoak ? 150 : 8, endOnFailure: true },
      );
    });

    it('accepted every command of the contract and every step of the model, save those that no individual accepts', () => {
      const wanted = contractCases.filter((one) => !neverAccepted.includes(one));
      expect(wanted.filter((one) => !reached.cases.has(one))).toEqual([]);
      expect(neverAccepted.filter((one) => reached.cases.has(one))).toEqual([]);
      expect(stepKinds(false).filter((kind) => !reached.steps.has(kind))).toEqual([]);
    });
  },
);
