import { randomUUID } from 'node:crypto';
import type { createAssessment } from '#contract/assessments.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import { decideAssessmentOf } from '../assessments/decisions.ts';
import { prepareAssessmentOf } from '../assessments/prepare.ts';
import { createAssessmentOf } from '../assessments/writing.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { adoptStarterTemplates } from '../templates/starters.ts';
import { demoOfficer, demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId, demoMembers } from './demo-company.ts';
import { type DemoPart, type PartDeps, seedPart } from './demo-parts.ts';
import { inventAnswers } from './invent-answers.ts';
import { seededRandom } from './random.ts';

/** Clients with an assessment at first: some waiting for approval, some drafts, most approved. */
const assessedClients = 16;

/** The active client at this place; undefined where there are fewer. */
async function clientAt({ database }: DemoDeps, place: number): Promise<string | undefined> {
  return asTenant(database.db, demoCompanyId, async (trx) => {
    const row = await trx
      .selectFrom('clients')
      .select('id')
      .where('status', '=', 'active')
      .orderBy('id')
      .offset(place)
      .limit(1)
      .executeTakeFirst();
    return row?.id;
  });
}

interface Turn {
  assessor: MemberCaller;
  approver: MemberCaller;
  clientId: string;
  number: number;
}

async function assess(deps: DemoDeps, { assessor, approver, clientId, number }: Turn): Promise<void> {
  const risk = { db: deps.database.db, now: deps.now };
  const target = { resourceType: 'clients', resourceId: clientId } as const;
  const { chosen, prefilled, lists } = await prepareAssessmentOf(risk, assessor, target, undefined);
  if (chosen === null) return;
  const { content, templateVersionId } = chosen;
  const score = prepareTemplate(content, lists);
  const given = prefilled.map(({ key, value }) => ({ key, value, documentIds: [] }));
  const answers = inventAnswers(seededRandom(number + 77), { content, score, given });
  const { missing } = score(answers);
  const form = {
    templateVersionId,
    answers: answers as EndpointInput<typeof createAssessment & Endpoint>['body']['answers'],
    // What wants a document that nobody has uploaded stays a draft, and a few more besides.
    submit: missing.length === 0 && number % 6 !== 0,
  };
  const { id, version } = await createAssessmentOf(risk, assessor, target, form);
  if (!form.submit || number % 5 === 0) return;
  await decideAssessmentOf(risk, approver, id, {
    decision: 'approve',
    version,
    reviewReason: undefined,
  });
}

async function adoptTemplates(deps: DemoDeps): Promise<void> {
  const officer = demoMembers.find(({ account }) => account === demoOfficer);
  if (officer === undefined) throw new Error('The demo company has no compliance officer.');
  await asTenant(deps.database.db, demoCompanyId, (trx) =>
    adoptStarterTemplates(trx, deps, {
      companyId: demoCompanyId,
      memberId: officer.id,
      countries: ['NZL', 'AUS'],
      actor: { type: 'system', id: 'seed', role: 'seed' },
      requestId: randomUUID(),
    }),
  );
}

/** The starter templates of the demo company's countries, and an assessment of each of its first active clients, the way its people would. */
export const demoRiskPart: DemoPart = {
  name: 'risk',
  steps: 1 + assessedClients,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx.selectFrom('risk_assessments').select('id').limit(1).executeTakeFirst();
      return known !== undefined;
    }),
  async make(deps, step) {
    if (step === 0) return adoptTemplates(deps);
    const number = step - 1;
    const clientId = await clientAt(deps, number);
    if (clientId === undefined) return;
    const assessor = await demoCaller(deps, demoStaff);
    const approver = await demoCaller(deps, demoOfficer);
    await assess(deps, { assessor, approver, clientId, number });
  },
};

/** Makes what is left of `demoRiskPart`. Where it is there already it changes nothing. */
export const seedDemoRisk = (deps: PartDeps): Promise<void> => seedPart(deps, demoRiskPart);
