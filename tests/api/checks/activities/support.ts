import { v7 as uuidv7 } from 'uuid';
import { activityFacts } from '#api/checks/activities/decision-facts.ts';
import { readActivityById } from '#api/checks/activities/store.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import {
  type Activity,
  createActivity,
  readActivity,
  transitionActivity,
  updateActivity,
} from '#contract/activities.ts';
import { createClient } from '#contract/clients/clients.ts';
import type { EndpointRequest } from '#contract/endpoint.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { Outcome, TestApi, TestCompany, TestPerson } from '#tests/support/api/api.ts';

export type ActivityForm = EndpointRequest<typeof createActivity>['body'];
type Transition = EndpointRequest<typeof transitionActivity>['body'];

/** A client with nothing but a name; `columns` are written directly to the database, as if CDD had progressed. */
export async function addClient(
  api: TestApi,
  company: TestCompany,
  familyName: string,
  columns: Record<string, unknown> = {},
): Promise<string> {
  const body = {
    clientType: 'individual' as const,
    individual: { givenNames: 'Hinemoa', familyName },
    confirmations: ['likelyDuplicates' as const],
  };
  const { response } = await api.request(createClient, { body }, { as: company.owner });
  for (const [column, value] of Object.entries(columns)) {
    await api.database.asSuperuser(`UPDATE assay.clients SET ${column} = $1 WHERE id = $2`, [
      value,
      response.id,
    ]);
  }
  return response.id;
}

/** Everything that an activity needs before review, except its assessment. */
export function fullForm(customerId: string, more: Partial<ActivityForm> = {}): ActivityForm {
  return {
    name: 'Purchase of 12 Rata Street',
    activityType: 'matter',
    capturedService: 'Conveyancing',
    ...(more.designatedServiceAu ? {} : { capturedActivityNz: 'nz.a6' as const }),
    nature: 'Buying a house to live in',
    purpose: 'The customer’s home',
    parties: [{ clientId: customerId, capacity: 'customer' }],
    ...more,
  };
}

export async function create(api: TestApi, as: TestPerson, form: ActivityForm): Promise<Activity> {
  return (await api.request(createActivity, { body: form }, { as })).response;
}

export async function read(api: TestApi, as: TestPerson, id: string): Promise<Activity> {
  return (await api.request(readActivity, { params: { id } }, { as })).response;
}

export function update(
  api: TestApi,
  as: TestPerson,
  { id, version }: Pick<Activity, 'id' | 'version'>,
  form: ActivityForm,
): Promise<Outcome<typeof updateActivity>> {
  return api.request(updateActivity, { params: { id }, body: { ...form, version } }, { as });
}

type TransitionWithoutVersion<M = Transition> = M extends Transition ? Omit<M, 'version'> : never;

/** Makes a transition of an activity at its current version. */
export async function move(
  api: TestApi,
  as: TestPerson,
  id: string,
  body: TransitionWithoutVersion,
): Promise<Outcome<typeof transitionActivity>> {
  const { version } = await read(api, as, id);
  return api.request(
    transitionActivity,
    { params: { id }, body: { ...body, version } as Transition },
    { as },
  );
}

/** Moves through states; each transition must succeed. */
export async function transitionThrough(
  api: TestApi,
  as: TestPerson,
  id: string,
  states: readonly Activity['status'][],
): Promise<Activity> {
  let activity = await read(api, as, id);
  for (const to of states) activity = (await move(api, as, id, { move: 'to', to })).response;
  return activity;
}

/** Writes an assessment directly to the database, in the given status. */
export async function addAssessment(
  api: TestApi,
  company: TestCompany,
  resource: { type: 'clients' | 'activities'; id: string },
  {
    status,
    level = 'low',
    prohibited = false,
    by = company.owner,
  }: {
    status: 'draft' | 'submitted' | 'approved';
    level?: RiskLevel;
    prohibited?: boolean;
    by?: TestPerson;
  },
): Promise<string> {
  const at = api.clock.now().toISOString();
  const [templateId, versionId, id] = [uuidv7(), uuidv7(), uuidv7()];
  const common = { company_id: company.id, created_at: at, created_by: by.id };
  const content = JSON.stringify({ sections: [] });
  await asTenant(api.database.db, company.id, async (trx) => {
    const activity = resource.type === 'activities' ? await readActivityById(trx, resource.id) : null;
    await trx
      .insertInto('risk_templates')
      .values({
        ...common,
        id: templateId,
        name: 'Invented template',
        resource_type: resource.type,
        updated_at: at,
        updated_by: by.id,
      })
      .execute();
    await trx
      .insertInto('risk_template_versions')
      .values({
        ...common,
        id: versionId,
        template_id: templateId,
        number: 1,
        status: 'draft',
        content,
        content_hash: canonicalJson({}),
        questions: 0,
      })
      .execute();
    if (status === 'approved') {
      await trx
        .updateTable('risk_assessments')
        .set({ status: 'superseded' })
        .where('resource_id', '=', resource.id)
        .where('status', '=', 'approved')
        .execute();
    }
    await trx
      .insertInto('risk_assessments')
      .values({
        ...common,
        id,
        resource_type: resource.type,
        resource_id: resource.id,
        template_id: templateId,
        template_version_id: versionId,
        status,
        answers: '[]',
        relied_on: activity === null ? null : JSON.stringify(activityFacts(activity)),
        scored: status === 'draft' ? null : '{}',
        score_tenths: 100,
        computed_level: level,
        final_level: level,
        prohibited,
        assessed_by: by.id,
        approved_by: status === 'approved' ? by.id : null,
        approved_at: status === 'approved' ? at : null,
        updated_at: at,
        updated_by: by.id,
      })
      .execute();
  });
  return id;
}
