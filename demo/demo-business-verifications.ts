import { createParties } from '#api/checks/business-verifications/create-parties.ts';
import { decide } from '#api/checks/business-verifications/decide.ts';
import { edit } from '#api/checks/business-verifications/edit.ts';
import { chooseEntity, expand } from '#api/checks/business-verifications/extracts/expansion-commands.ts';
import type { BusinessVerificationDeps } from '#api/checks/business-verifications/record/dto.ts';
import { readExpansionCost } from '#api/checks/business-verifications/record/service.ts';
import { startBusinessVerification } from '#api/checks/business-verifications/start.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import { createClient } from '#api/records/clients/commands.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import { demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { demoCompanyId } from './demo-company.ts';
import type { DemoFiles } from './demo-documents.ts';
import type { DemoPart } from './demo-steps.ts';

/** Registers to query, and storage for their extracts. */
export type DemoServices = Pick<BusinessVerificationDeps, 'registries'> & { files: DemoFiles };

/** A business of the sandbox's registers, and the steps of its verification. */
interface Example {
  name: string;
  /** On the client's record; a date other than the register's creates a discrepancy. */
  incorporatedOn?: string;
  layers?: number;
  parties?: boolean;
  /** Nominator to record manually for the nominee. */
  behindNominee?: string;
  decision?: { decision: 'verified' | 'notVerified'; reason: string };
}

const examples: readonly Example[] = [
  {
    name: 'Kōwhai Bay Trading Limited',
    parties: true,
    decision: { decision: 'verified', reason: 'Extract seen; both shareholders are known to us.' },
  },
  { name: 'Rimu Ridge Developments Limited', layers: 3, parties: true },
  { name: 'Matryoshka One Limited', layers: 4 },
  { name: 'Paua Point Aquaculture Limited', behindNominee: 'Marama Tautoko' },
  {
    name: 'Harbourside Builders Limited',
    incorporatedOn: '2001-02-03',
    decision: {
      decision: 'notVerified',
      reason: 'In liquidation; the liquidator has not confirmed the instructions.',
    },
  },
  { name: 'Far North Data Limited' },
];

interface Turn {
  deps: BusinessVerificationDeps;
  caller: MemberCaller;
}

async function followLayers({ deps, caller }: Turn, { id, version }: BusinessVerification, layers: number) {
  const { now, maxCost } = await readExpansionCost.run(deps, caller, { params: { id }, query: { layers } });
  if (now === 0) return undefined;
  return expand.run(deps, caller, { params: { id }, body: { version, layers, agreedCost: maxCost.amount } });
}

/** Records the nominator of the first company that holds part of the client. */
async function recordNominator({ deps, caller }: Turn, verification: BusinessVerification, name: string) {
  const source = 'Nominee deed of 3 May 2024, seen';
  const { id } = verification;
  const added = await edit.run(deps, caller, {
    params: { id },
    body: {
      intent: 'addNode',
      version: verification.version,
      name,
      kind: 'person',
      source,
    },
  });
  const { nodes = [], edges = [] } = added.ownership ?? {};
  const person = nodes.find((node) => node.name === name);
  const company = nodes.find(({ id: node, kind }) => node !== 'client' && kind === 'company');
  const holding = edges.find(({ of, holders }) => of === 'client' && holders.includes(company?.id ?? ''));
  if (!person || !company || !holding) return added;
  return edit.run(deps, caller, {
    params: { id },
    body: {
      intent: 'saveHolding',
      version: added.version,
      holdingId: holding.id,
      of: 'client',
      holders: [company.id],
      share: { percent: holding.percent },
      beneficiallyHeld: 'no',
      heldFor: [person.id],
      source,
    },
  });
}

async function verify(context: Turn, example: Example): Promise<void> {
  const { deps, caller } = context;
  const { name, incorporatedOn, layers, parties, behindNominee, decision } = example;
  const found = await deps.registries.nzbn.search?.(name);
  const number = found?.ok ? found.found[0]?.numbers.nzbn : undefined;
  // Without its register the example is omitted.
  if (number === undefined) return;
  const client = await createClient.run(deps, caller, {
    body: clientInput.parse({
      clientType: 'company',
      business: { legalName: name, registrationCountry: 'NZL', nzbn: number, incorporatedOn },
      relationshipPurpose: 'Conveyancing and company administration',
      tags: ['business verification'],
      confirmations: ['likelyDuplicates', 'notTaxFileNumber'],
    }),
  });
  const started = await startBusinessVerification.run(deps, caller, {
    params: { clientId: client.id },
    query: {},
  });
  let now = await chooseEntity.run(deps, caller, {
    params: { id: started.id },
    body: { version: started.version, registry: 'nzbn', number, quotedCost: 250 },
  });
  if (now.extract === null) return;
  if (layers !== undefined) now = (await followLayers(context, now, layers)) ?? now;
  if (now.pendingExtracts !== null) return;
  if (behindNominee !== undefined) now = await recordNominator(context, now, behindNominee);
  if (parties && now.mustVerify.length > 0) {
    now = await createParties.run(deps, caller, {
      params: { id: now.id },
      body: {
        version: now.version,
        parties: now.mustVerify.map(({ nodeId, matches }) => ({
          nodeId,
          clientId: matches[0]?.id,
          givenNames: undefined,
          familyName: undefined,
        })),
      },
    });
  }
  if (decision) {
    await decide.run(deps, caller, {
      params: { id: now.id },
      body: { ...decision, version: now.version, unresolvedReason: undefined, exceptionEndsOn: undefined },
    });
  }
}

/**
 * Businesses of the sandbox's registers, verified by the regular commands: one finished, a layered group, a nominee,
 * one in liquidation, one with foreign holders.
 */
export const demoBusinessVerificationsPart = (services: DemoServices): DemoPart => ({
  name: 'businessVerifications',
  steps: examples.length,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx.selectFrom('business_verifications').select('id').limit(1).executeTakeFirst();
      return known !== undefined;
    }),
  async make({ database, now }, step) {
    const example = examples[step];
    if (example === undefined) return;
    const deps = { ...services, files: services.files(database.db), db: database.db, now };
    await verify({ deps, caller: await demoCaller({ database, now }, demoStaff) }, example);
  },
});
