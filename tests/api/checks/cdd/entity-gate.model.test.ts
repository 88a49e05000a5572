import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { listEvidenceGaps } from '#contract/cdd/evidence-gaps.ts';
import { listParties } from '#contract/clients/parties.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { isSoak } from '#tests/support/soak.ts';
import type { Opening } from '../activities/model/play.ts';
import { openWorld, type Side, type World } from '../activities/model/world.ts';
import { ask } from './model/course.ts';
import { accept, refuse, reopenExpired } from './model/harness.ts';
import { anyStep, contractCases, play, type Step, start, stepKinds } from './model/play.ts';
import {
  active,
  chartOfLayers,
  dismissed,
  entityEvidence,
  entityMoves,
  entityVerified,
  everyAssessment,
  everyFinding,
  everyMatch,
  everyOther,
  everyParty,
  everyStatus,
  everyVerification,
  exception,
  findingsOf,
  moveCdd,
  moveClient,
  request,
  typedChart,
} from './model/sequences.ts';

/** Commands that no entity of this world accepts: statuses that no member sets, and what Australian law alone knows. */
const neverAccepted = [
  'findings.record earlierCdd',
  'findings.withdraw earlierCdd',
  'findings.withdraw sourceOfWealthOrFunds',
  'clients.transition client draft',
  'clients.transition client merged',
  'clients.transition cdd notStarted',
];

describe.each(testEngines)(
  'no sequence of commands leads an entity past its requirements on %s',
  (engine) => {
    let api: TestApi;
    let world: World;
    const reached = { cases: new Set<string>(), steps: new Set<string>() };

    beforeAll(async () => {
      api = await openTestApi(engine);
      world = await openWorld(api, 'newZealand');
    });
    afterAll(() => api.close());

    const open = (opening?: Opening) => start(world, reached, opening);
    const owners: Step[] = (['second', 'third'] as const).flatMap((of): Step[] => [
      { do: 'verifyIdentity', of, by: 'staff' },
      { do: 'recordExposure', of, is: 'none', by: 'staff' },
    ]);
    const whole: Step[] = [...owners, ...entityVerified, ...entityEvidence];
    const [begin, submit] = moveCdd('first', 'staff', 'inProgress', 'readyForReview') as [Step, Step];
    const [onboard, activate] = active as [Step, Step];
    const powers = (powersBy: 'register' | 'clientStatement'): Step => ({
      do: 'recordEntity',
      powersBy,
      by: 'staff',
    });

    it('completes with every part, and its business verified by command', async () => {
      await accept(await open(), ...whole, ...entityMoves, ...active);
    });

    it('goes no further with one part missing or withdrawn', async () => {
      const gaps: Step[][] = [
        [...owners, ...entityVerified, ...entityEvidence.slice(1)],
        [...owners, ...entityEvidence, ...typedChart],
        [...owners.slice(0, 2), ...entityVerified, ...entityEvidence],
      ];
      for (const gap of gaps) {
        const course = await open();
        await accept(course, ...gap, begin, onboard);
        await refuse(course, submit);
        await refuse(course, activate);
      }
      const course = await open();
      await accept(course, ...whole, begin, onboard);
      for (const lowered of [
        powers('clientStatement'),
        request('findings.withdraw entity'),
        request('findings.record unusual'),
      ]) {
        await accept(course, powers('register'), lowered);
        await refuse(course, submit);
        await refuse(course, activate);
      }
    });

    it('is not verified by a chart that somebody typed', async () => {
      const course = await open();
      await accept(course, ...owners, ...typedChart);
      for (const by of ['staff', 'owner', 'officer'] as const)
        await refuse(course, { do: 'decideBusiness', decision: 'verified', by });
    });

    it('is not activated with a part withdrawn since its approval', async () => {
      const course = await open();
      await accept(
        course,
        ...whole,
        ...entityMoves,
        onboard,
        request('findings.withdraw entity', { by: 'owner' }),
      );
      await refuse(course, activate);
    });

    /** Ends the third as a party. */
    const endThird = async (course: Awaited<ReturnType<typeof open>>) => {
      const params = { id: course.clientIds.first };
      const { items } = await ask(course, listParties, { params, query: {} });
      const n = items.findIndex(({ client }) => client.id === course.clientIds.third);
      await accept(course, request('parties.end', { n }));
    };

    it('goes no further without an owner whom the register names and staff ended', async () => {
      const course = await open();
      const settled = request('findings.record ownership identified', { by: 'owner' });
      await accept(
        course,
        ...owners.slice(0, 2),
        ...entityVerified,
        ...entityEvidence,
        settled,
        begin,
        onboard,
      );
      await refuse(course, submit);
      await endThird(course);
      // Not by another chart either, until that is verified.
      const another: Step[] = [
        { do: 'startBusiness', by: 'staff' },
        { do: 'editOwnership', intent: 'addNode', share: '1', by: 'staff' },
        { do: 'editOwnership', intent: 'saveHolding', share: '1', by: 'staff' },
      ];
      for (const step of [[], another.slice(0, 1), another.slice(1, 2), another.slice(2)]) {
        await accept(course, ...step);
        await refuse(course, submit);
        await refuse(course, activate);
      }
    });

    it('is due again when an unverified party whom staff ended before the approval is added after it', async () => {
      const course = await open({ registered: 'SOUTHERN CROSS NOMINEES LIMITED' });
      await accept(course, ...owners.slice(0, 2), ...entityVerified, ...entityEvidence, begin, onboard);
      const acting = request('parties.add', { n: 0 });
      await accept(course, acting);
      const params = { id: course.clientIds.first };
      await refuse(course, submit);
      await endThird(course);
      await accept(course, submit, ...moveCdd('first', 'officer', 'verified'), activate, acting);
      const { cddStatus, refresh } = await ask(course, readDiligence, { params });
      expect([cddStatus, refresh?.causes]).toEqual(['refreshDue', expect.arrayContaining(['partyAdded'])]);
      const { clients: due } = await ask(course, listEvidenceGaps, { query: {} });
      expect(due.items.map(({ clientId }) => clientId)).toContain(course.clientIds.first);
    });

    it('activates under an exception of the owner, which replaces neither screening nor assessment', async () => {
      const excepted = [begin, ...moveCdd('first', 'owner', 'exceptionApproved'), onboard];
      const evidence = entityEvidence.slice(1);
      await accept(await open(), ...evidence, ...excepted, activate);
      for (const one of evidence) {
        const course = await open();
        await accept(course, one, ...excepted);
        await refuse(course, activate);
      }
    });

    it('accepts every other command on charts, verifications and findings, each once', async () => {
      const layered = await open({ registered: 'RIMU RIDGE DEVELOPMENTS LIMITED' });
      await accept(layered, ...chartOfLayers, ...everyParty, ...exception('second'));
      await accept(await open(), ...everyVerification);
      const found = await open();
      await accept(found, request('parties.add', { n: 1 }), ...everyFinding(findingsOf('entity'), 'third'));
    });

    it('accepts every other command on assessments and what the firm holds, each once', async () => {
      await accept(await open(), ...everyAssessment, ...everyOther);
    });

    it('accepts every other decision on matches and status, each once', async () => {
      const names = { second: 'Listedson', third: 'Listedson' };
      await accept(await open({ names }), ...everyMatch('second', 'third'));
      await accept(await open({ names }), ...dismissed('third'));
      for (const steps of everyStatus) await accept(await open(), ...steps);
      await reopenExpired(await open());
      const course = await open();
      await accept(course, ...whole, begin, submit, ...moveCdd('first', 'officer', 'returned'));
      await accept(course, ...moveCdd('first', 'staff', 'inProgress', 'readyForReview'));
      await accept(course, ...moveCdd('first', 'officer', 'verified'), ...active);
      await accept(course, ...moveCdd('first', 'staff', 'refreshDue'));
      await accept(course, request('clients.approve', { by: 'officer' }));
      await accept(course, ...moveClient('owner', 'dormant', 'exited', 'archived'));
    });

    it('holds for any command sequence', { timeout: 7_200_000 }, async () => {
      const prefixes: Step[][] = [[], [...owners, ...entityVerified], [...whole, ...entityMoves], whole];
      const closing = [begin, submit, ...moveCdd('first', 'officer', 'verified'), onboard, activate];
      const opening = fc.record({ drafts: fc.constantFrom<Side[]>([], ['second']) });
      await fc.assert(
        fc.asyncProperty(
          opening,
          fc.constantFrom(...prefixes),
          fc.array(anyStep(true), { minLength: 8, maxLength: 20 }),
          async (how, first, steps) => {
            await play(await open(how as Opening), [...first, ...steps, ...closing]);
          },
        ),
        { numRuns: isSoak ? 40 : 5, endOnFailure: true },
      );
    });

    it('accepted every command of the contract and every step of the model, save those that no entity accepts', () => {
      const wanted = contractCases.filter((one) => !neverAccepted.includes(one));
      expect(wanted.filter((one) => !reached.cases.has(one))).toEqual([]);
      expect(neverAccepted.filter((one) => reached.cases.has(one))).toEqual([]);
      expect(stepKinds(true).filter((kind) => !reached.steps.has(kind))).toEqual([]);
    });
  },
);
