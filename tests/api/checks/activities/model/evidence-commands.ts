import fc from 'fast-check';
import { recordFinding } from '#contract/cdd/findings.ts';
import {
  decideVerification,
  startVerification,
} from '#contract/individual-verifications/individual-verifications.ts';
import { listAlerts, readAlert } from '#contract/monitoring/alerts.ts';
import { decideMatch, screenClient } from '#contract/monitoring/screenings.ts';
import { createAssessment, decideAssessment } from '#contract/risk/assessments.ts';
import { withRequiredLists } from '#tests/support/api/required-lists.ts';
import { sampleAnswers } from '#tests/support/api/risk.ts';
import { sightedPassport } from '#tests/support/api/verifications.ts';
import { type Course, clientVersion, command, send } from './course.ts';
import { noteChange } from './oracle.ts';
import { listedName, people, type Side, sides, type Who } from './world.ts';

export const of = fc.constantFrom<Side>(...sides);
let passports = 800_000;

async function verify(course: Course, side: Side, by: Who): Promise<boolean> {
  passports += 1;
  const started = await send(
    course,
    startVerification,
    {
      params: { clientId: course.clientIds[side] },
      body: { method: 'documentSighted', document: sightedPassport(`LB${passports}`) },
      requestKey: crypto.randomUUID(),
    },
    by,
  );
  if (started === null) return false;
  const { id, version } = started;
  const body = { version, decision: 'verified', reason: 'Passport seen with its holder' } as const;
  return (await send(course, decideVerification, { params: { id }, body }, by)) !== null;
}

/** Decides the first undecided match of a client; false where there is none. */
async function decideFirstMatch(
  course: Course,
  side: Side,
  decision: 'falsePositive' | 'possible',
  by: Who,
): Promise<boolean> {
  const { api, company } = course.world;
  const query = { resourceType: 'clients', resourceId: course.clientIds[side] } as const;
  const { items } = (await api.request(listAlerts, { query }, { as: company.owner })).response;
  for (const { id } of items) {
    const alert = (await api.request(readAlert, { params: { id } }, { as: company.owner })).response;
    const match = alert.matches.find(({ status }) => status === 'pending' || status === 'possible');
    if (match === undefined) continue;
    const { version } = match;
    const body =
      decision === 'possible'
        ? ({ decision, version } as const)
        : ({ decision, version, reasonCode: 'otherBirthDate', reason: 'Born in another year' } as const);
    return (await send(course, decideMatch, { params: { id: match.id }, body }, by)) !== null;
  }
  return false;
}

async function assess(course: Course, side: Side, by: Who, approver: Who): Promise<boolean> {
  const { templates } = course.world;
  const made = await send(
    course,
    createAssessment,
    {
      params: { resourceType: 'clients', resourceId: course.clientIds[side] },
      body: {
        templateVersionId: templates.clients.published?.id ?? '',
        answers: sampleAnswers({ q: 'low' }),
        submit: true,
      },
    },
    by,
  );
  if (made === null) return false;
  const body = { decision: 'approve', version: made.version } as const;
  return (await send(course, decideAssessment, { params: { id: made.id }, body }, approver)) !== null;
}

/** Form, structure and powers of the entity, of the register by its name, or the powers by what the client said. */
const entityInformation = {
  subject: 'entity',
  existence: 'Limited company, registered in 2011',
  existenceSource: 'register',
  existenceRegister: 'nzbn',
  structure: 'Two shareholders',
  structureSource: 'register',
  structureRegister: 'nzbn',
  powers: 'No constitution: the Companies Act 1993 applies',
  nomineesNone: true,
  nomineesSource: 'register',
  nomineesRegister: 'nzbn',
  basis: 'Companies Register on 3 November 2026',
};

const powersOf = {
  register: { powersSource: 'register', powersRegister: 'nzbn' },
  clientStatement: { powersSource: 'clientStatement' },
};

/** Evidence on the clients, each by its own command. */
export const evidenceCommands = {
  verifyIdentity: command({
    cases: [],
    weight: 3,
    details: fc.record({ of }),
    async send(course, { of: side, by }) {
      if (course.clients[side].isEntity || !(await verify(course, side, by))) return false;
      course.clients[side].evidence.add('identity');
      return true;
    },
  }),
  recordExposure: command({
    cases: [],
    weight: 3,
    details: fc.record({ of, is: fc.constantFrom('none', 'none', 'foreign') }),
    async send(course, { of: side, is, by }) {
      const version = await clientVersion(course, side);
      const body = { subject: 'politicalExposure', pepStatus: is, basis: 'They said so', version } as const;
      const params = { id: course.clientIds[side] };
      const sent = await send(course, recordFinding, { params, body: body as never }, by);
      if (sent === null) return false;
      course.clients[side].evidence.add('exposure');
      course.clients[side].isForeignPep = is === 'foreign';
      return true;
    },
  }),
  screen: command({
    cases: [],
    weight: 3,
    details: fc.record({ of }),
    async send(course, { of: side, by }) {
      await withRequiredLists(course.world.api);
      const params = { id: course.clientIds[side] };
      if ((await send(course, screenClient, { params, body: {} }, by)) === null) return false;
      // Parties of the entity are screened with it.
      const parties =
        side === 'first' ? [...course.parties.values()].flatMap(({ of: party }) => party ?? []) : [];
      noteChange(course, () => {
        for (const one of new Set([side, ...parties])) {
          const client = course.clients[one];
          const isNew = !client.evidence.has('screening');
          client.evidence.add('screening');
          if (isNew && client.name === listedName) client.hasUndecidedMatch = true;
        }
      });
      return true;
    },
  }),
  decideMatch: command({
    cases: [],
    weight: 1,
    details: fc.record({ of, decision: fc.constantFrom('falsePositive', 'possible') }),
    async send(course, { of: side, decision, by }) {
      if (!(await decideFirstMatch(course, side, decision, by))) return false;
      if (decision === 'falsePositive') course.clients[side].hasUndecidedMatch = false;
      return true;
    },
  }),
  assessClient: command({
    cases: [],
    weight: 3,
    details: fc.record({ of, approver: fc.constantFrom<Who>(...people) }),
    async send(course, { of: side, approver, by }) {
      if (!(await assess(course, side, by, approver))) return false;
      course.clients[side].evidence.add('assessment');
      return true;
    },
  }),
  recordEntity: command({
    cases: [],
    weight: 1,
    details: fc.record({ powersBy: fc.constantFrom('register', 'clientStatement') }),
    async send(course, { powersBy, by }) {
      if (!course.clients.first.isEntity) return false;
      const version = await clientVersion(course, 'first');
      const body = { ...entityInformation, ...powersOf[powersBy], version } as never;
      const params = { id: course.clientIds.first };
      if ((await send(course, recordFinding, { params, body }, by)) === null) return false;
      noteChange(course, () => {
        if (powersBy === 'register') course.clients.first.evidence.add('entity');
        else course.clients.first.evidence.delete('entity');
      });
      return true;
    },
  }),
};
