import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createClient } from '#api/records/clients/commands.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import { getClientKind } from '#rules/clients/client-types.ts';
import { demoOfficer, demoOwner, demoStaff } from './demo-accounts.ts';
import type { DemoServices } from './demo-business-verifications.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId, demoSealingKey } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';
import { seededRandom } from './generators/random.ts';
import { continueExpansion, takeOn } from './relationships/course.ts';
import { generateBusiness, generatePerson } from './relationships/invent.ts';
import { days, type Journey, onDay, servicesOn } from './relationships/journey.ts';
import { type Relationship, relationships } from './relationships/roster.ts';

async function make(demo: DemoDeps, services: DemoServices | undefined, step: number): Promise<void> {
  const relationship = relationships[step];
  if (relationship === undefined || (services === undefined && needsServices(relationship))) return;
  const random = seededRandom(step * 7919 + 5);
  const keyed = { ...demo, sealingKey: demoSealingKey(demo) };
  const [staff, officer, senior] = [
    await demoCaller(demo, demoStaff),
    await demoCaller(demo, demoOfficer),
    await demoCaller(demo, demoOwner),
  ];
  const start = onDay({ demo: keyed, relationship }, days.recorded);
  const form = {
    ...(getClientKind(relationship.type) === 'individual'
      ? generatePerson(random, relationship)
      : generateBusiness(random, relationship)),
    externalId: `K-${String(step + 1).padStart(4, '0')}`,
    relationshipPurpose: relationship.purpose,
    responsibleMemberId: random.pick([staff, officer, staff, senior]).member.id,
    confirmations: ['likelyDuplicates'],
  };
  const { id: clientId, displayName: name } = await createClient.run(servicesOn(start), staff, {
    body: clientInput.parse(form),
  });
  const journey: Journey = {
    demo: keyed,
    services,
    relationship,
    random,
    clientId,
    name,
    version: undefined,
    staff,
    officer,
    senior,
  };
  await takeOn(journey);
  await continueExpansion(journey);
}

/** Whether onboarding the client requires registers or file storage. */
const needsServices = ({ type, risk }: Relationship) =>
  getClientKind(type) === 'business' || risk === 'cash' || risk === 'foreignPep' || risk === 'raisedToHigh';

/**
 * The demo company's clients with a relationship, and some in onboarding. Each step is one client, processed by the
 * regular commands on the days on which members would have done so.
 * @param services without them, businesses and clients that need evidence documents are omitted
 */
export const demoRelationshipsPart = (services?: DemoServices): DemoPart => ({
  name: 'relationships',
  steps: relationships.length,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx
        .selectFrom('clients')
        .select('id')
        .where('status', '=', 'active')
        .limit(1)
        .executeTakeFirst();
      return known !== undefined;
    }),
  make: (demo, step) => make(demo, services, step),
});
