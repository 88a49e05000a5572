import { createParties } from '#api/checks/business-verifications/create-parties.ts';
import { decide } from '#api/checks/business-verifications/decide.ts';
import { edit } from '#api/checks/business-verifications/edit.ts';
import type { BusinessVerificationDeps } from '#api/checks/business-verifications/record/dto.ts';
import { startBusinessVerification } from '#api/checks/business-verifications/start.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';

/** An owner or controller of a demo business: a client on record whose identity is verified. */
export interface BusinessPerson {
  clientId: string;
  name: string;
  role: 'director' | 'partner' | 'trustee' | 'seniorManagingOfficial';
  /** Share of the business in percent. */
  share?: string;
}

/**
 * Verifies a business manually, from documents sighted by a member: owners and controllers, each recorded as a party,
 * and the decision. For businesses unknown to the sandbox registers.
 * @param seen the documents sighted, in a member's wording.
 */
export async function verifyByHand(
  deps: BusinessVerificationDeps,
  { staff, officer }: { staff: MemberCaller; officer: MemberCaller },
  clientId: string,
  { people, seen }: { people: readonly BusinessPerson[]; seen: string },
): Promise<void> {
  let now = await startBusinessVerification.run(deps, staff, {
    params: { clientId },
    query: {},
  });
  const { id } = now;
  for (const { clientId: personId, name, role, share } of people) {
    const change = { version: now.version, source: seen };
    now = await edit.run(deps, staff, {
      params: { id },
      body: {
        ...change,
        intent: 'addNode',
        name,
        kind: 'person',
        clientId: personId,
      },
    });
    const node = now.ownership?.nodes.find((node) => node.name === name)?.id ?? '';
    if (share !== undefined) {
      now = await edit.run(deps, staff, {
        params: { id },
        body: {
          intent: 'saveHolding',
          version: now.version,
          of: 'client',
          holders: [node],
          share: { percent: share },
          beneficiallyHeld: 'yes',
          heldFor: [],
          source: seen,
        },
      });
    }
    now = await edit.run(deps, staff, {
      params: { id },
      body: {
        intent: 'addControl',
        version: now.version,
        by: node,
        of: 'client',
        role,
        note: seen,
      },
    });
  }
  const idByName = new Map(people.map(({ name, clientId: personId }) => [name, personId]));
  const nodes = (now.ownership?.nodes ?? []).filter(({ name }) => idByName.has(name));
  now = await createParties.run(deps, staff, {
    params: { id },
    body: {
      version: now.version,
      parties: nodes.map((node) => ({
        nodeId: node.id,
        clientId: idByName.get(node.name),
        givenNames: undefined,
        familyName: undefined,
      })),
    },
  });
  await decide.run(deps, officer, {
    params: { id },
    body: {
      version: now.version,
      decision: 'verified',
      reason: `${seen}. Everyone named there is verified.`,
      unresolvedReason: undefined,
    },
  });
}
