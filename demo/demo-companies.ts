import { v7 as uuidv7 } from 'uuid';
import { callerActor } from '#api/kernel/command/caller-actor.ts';
import { inWork } from '#api/kernel/command/work.ts';
import { adminBySubject } from '#api/kernel/database/people-store.ts';
import { asPlatform } from '#api/kernel/database/tenancy.ts';
import { toAdminEvents } from '#api/views/platform/record-admin-event.ts';
import { demoAdmin } from './demo-accounts.ts';
import type { DemoDeps } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';
import { generateBusinessName, generatePersonName } from './generators/names.ts';
import { type Random, seededRandom } from './generators/random.ts';

/** Number of further companies, for platform admins. */
const companies = 24;

type State = 'open' | 'unpaid' | 'setUp' | 'restricted';

/** States of the companies in rotation; most are active. */
const states: readonly State[] = ['open', 'open', 'setUp', 'open', 'unpaid', 'open', 'restricted', 'open'];

const restrictionReasons = [
  'The invoice of last month is unpaid. Pay it under Settings, Billing, or write to us.',
  'We could not confirm who owns this account. Answer the message that we sent to its owner.',
  'Closed at the company’s own request while its partners change.',
];

interface Invented {
  id: string;
  /** Days before now. */
  age: number;
  state: State;
  index: number;
  random: Random;
}

/** An id as if generated at that time. */
const idAt = (at: Date) => uuidv7({ msecs: at.getTime() });

async function makeCompany({ database, now }: DemoDeps, { id, age, state, index, random }: Invented) {
  const created = new Date(now().getTime() - age * 86_400_000);
  const at = created.toISOString();
  const country = random.chance(0.5) ? ('NZL' as const) : ('AUS' as const);
  const name = generateBusinessName(random);
  const isSetUp = state !== 'setUp';
  const admin = await adminBySubject(database.db, demoAdmin.userId);
  const reason = restrictionReasons[index % restrictionReasons.length] ?? '';
  const isRestricted = state === 'restricted' && admin !== null;
  const people = Array.from({ length: random.between(1, 5) }, (_, position) => {
    const { givenNames, familyName } = generatePersonName(random);
    const status =
      position === 0
        ? 'active'
        : random.chance(0.2)
          ? 'invited'
          : random.chance(0.1)
            ? 'suspended'
            : 'active';
    const personId = idAt(new Date(created.getTime() + position * 3_600_000));
    return {
      id: personId,
      company_id: id,
      identity_user_id: null,
      login_id: `person${index}-${position}@sample-company.test`,
      name: `${givenNames} ${familyName}`,
      role: position === 0 ? ('owner' as const) : ('member' as const),
      designations: position === 0 ? (['complianceOfficer'] as const).slice() : [],
      status: status as 'active' | 'invited' | 'suspended',
      invited_at: status === 'invited' ? at : null,
      invite_expires_at:
        status === 'invited' ? new Date(created.getTime() + 72 * 3_600_000).toISOString() : null,
      last_sign_in_at: status === 'invited' ? null : at,
      created_at: at,
      created_by: 'system',
      updated_at: at,
    };
  });
  const demo = { type: 'system', id: 'demo', role: 'demo' } as const;
  const work = { companyId: id, actor: demo, requestId: 'demo-companies' };
  await inWork({ db: database.db, now }, work, async ({ trx, record }) => {
    await trx
      .insertInto('companies')
      .values({
        id,
        name,
        legal_name: isSetUp ? name : null,
        sector: isSetUp ? random.pick(['accounting', 'legal', 'conveyancing', 'realEstate'] as const) : null,
        billing_country_code: country,
        regulated_in: [country],
        time_zone: country === 'NZL' ? 'Pacific/Auckland' : 'Australia/Sydney',
        access_restricted: isRestricted || !isSetUp,
        access_restricted_reason: isRestricted ? reason : null,
        access_restricted_at: isRestricted ? now().toISOString() : null,
        access_restricted_by: isRestricted ? admin.id : null,
        subscription_active: state === 'open' || state === 'restricted',
        onboarding_step: isSetUp ? 'done' : 'designations',
        created_at: at,
        created_by: 'system',
        updated_at: at,
      })
      .execute();
    await trx.insertInto('members').values(people).execute();
    record({
      action: 'company.created',
      resourceType: 'company',
      resourceId: id,
      detail: { name, billingCountryCode: country },
    });
  });
  if (!isRestricted) return;
  const caller = {
    kind: 'admin' as const,
    subject: demoAdmin.userId,
    admin: { id: admin.id, loginId: admin.login_id, name: admin.name },
    request: { id: 'demo-companies', endpointId: 'demo', requestKey: undefined, clientIp: '' },
  };
  await inWork({ db: database.db, now }, callerActor(caller), async ({ record }) =>
    record(
      ...toAdminEvents({
        companyId: id,
        action: 'company.restricted',
        reason,
        detail: { changes: { accessRestricted: { before: false, after: true } } },
      }),
    ),
  );
}

/** A few dozen companies in every state that an admin meets, signed up over the past year. They have no sign-ins. */
export const demoCompaniesPart: DemoPart = {
  name: 'companies',
  steps: 1,
  isThere: async ({ database }) =>
    asPlatform(database.db, async (trx) => {
      const known = await trx.selectFrom('companies').select('id').limit(3).execute();
      return known.length > 2;
    }),
  async make(deps) {
    const random = seededRandom(4242);
    for (let index = 0; index < companies; index += 1) {
      const age = 2 + Math.floor((index / companies) ** 1.6 * 350) + random.between(0, 9);
      const id = idAt(new Date(deps.now().getTime() - age * 86_400_000));
      const state = states[index % states.length] ?? 'open';
      await makeCompany(deps, { id, age, state, index, random });
    }
  },
};
