import { randomUUID } from 'node:crypto';
import type { createAssessment } from '#contract/assessments.ts';
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import { findMember } from '../accounts/store.ts';
import { decideAssessmentOf } from '../assessments/decisions.ts';
import { prepareAssessmentOf } from '../assessments/prepare.ts';
import { createAssessmentOf } from '../assessments/writing.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { adoptStarterTemplates } from '../templates/starters.ts';
import { type DemoAccount, demoOfficer, demoStaff } from './demo-accounts.ts';
import { type DemoDeps, demoCompanyId, demoMembers } from './demo-company.ts';
import { inventAnswers } from './invent-answers.ts';
import { seededRandom } from './random.ts';

/** Clients with an assessment at first: some waiting for approval, some drafts, most approved. */
const assessedClients = 16;

async function callerOf({ database }: DemoDeps, account: DemoAccount): Promise<MemberCaller> {
  const record = await findMember(database.db, account.userId);
  if (record === undefined) throw new Error(`The demo account ${account.loginId} is missing.`);
  const request = { id: randomUUID(), endpointId: 'seed', requestKey: undefined, clientIp: '127.0.0.1' };
  return { kind: 'member', subject: account.userId, member: record.member, company: record.company, request };
}

/** The first active clients, unless there are assessments already. */
function clientsToAssess({ database }: DemoDeps): Promise<string[]> {
  return asTenant(database.db, demoCompanyId, async (trx) => {
    const known = await trx.selectFrom('risk_assessments').select('id').limit(1).executeTakeFirst();
    if (known !== undefined) return [];
    const rows = await trx
      .selectFrom('clients')
      .select('id')
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(assessedClients)
      .execute();
    return rows.map(({ id }) => id);
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

/**
 * Gives the demo company the starter templates of its countries, and its first active clients an assessment each, the way its
 * people would. Where they are there already it changes nothing.
 */
export async function seedDemoRisk(deps: DemoDeps): Promise<void> {
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
  const clientIds = await clientsToAssess(deps);
  if (clientIds.length === 0) return;
  const assessor = await callerOf(deps, demoStaff);
  const approver = await callerOf(deps, demoOfficer);
  for (const [number, clientId] of clientIds.entries()) {
    await assess(deps, { assessor, approver, clientId, number });
  }
}
