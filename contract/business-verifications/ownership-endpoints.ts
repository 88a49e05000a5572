import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { countryCode, optionalText, recordId, requiredText } from '#contract/fields.ts';
import { partyRoles } from '#rules/clients/client-parties.ts';
import { maxExtracts, maxLayers } from '#rules/ownership/expansion-cost.ts';
import { ownershipNodeKinds } from '#rules/ownership/graph.ts';
import { byId, checkEndpoint, readEndpoint, versioned, writeEndpoint } from './options.ts';
import { expansionCost } from './ownership.ts';

export const readExpansionCost = endpoint({
  ...readEndpoint,
  id: 'businessVerifications.expansionCost',
  method: 'GET',
  path: '/business-verifications/:id/expansion-cost',
  summary: 'Estimate the extracts and the cost of expanding to a number of layers; orders nothing',
  params: byId,
  query: z.object({ layers: z.coerce.number().int().min(1).max(maxLayers) }),
  response: expansionCost,
});

export const expandOwnership = endpoint({
  ...checkEndpoint,
  id: 'businessVerifications.expand',
  uses: 'paidLookup',
  method: 'POST',
  path: '/business-verifications/:id/expansions',
  summary: 'Order extracts of holders, layer by layer, up to the approved cost',
  params: byId,
  status: 200,
  body: z.object({
    ...versioned,
    layers: z.coerce.number({ error: 'Select the number of layers' }).int().min(1).max(maxLayers),
    /** Expand only this entity, instead of all entities within the layers. */
    nodeId: z.string().max(64).optional(),
    /** Cost approved on the page, in minor units. */
    agreedCost: z.coerce.number({ error: 'Approve the cost first' }).int().min(0),
  }),
});

export const continueBusinessVerification = endpoint({
  ...checkEndpoint,
  id: 'businessVerifications.resumeExpansion',
  method: 'POST',
  path: '/business-verifications/:id/expansions/resume',
  summary: 'Continue approved orders now, before the next automatic retry',
  params: byId,
  status: 200,
  body: z.object({}),
});

const nodeId = z.string().min(1).max(64);

/** Accepted evidence of the verification that shows the entry; without it the entry stays without evidence. */
const evidenceId = z.preprocess((value) => (value === '' ? undefined : value), recordId.optional());

const share = z
  .union([
    z.object({
      percent: z.string().regex(/^\d{1,3}(\.\d{1,4})?$/, { error: 'Enter a percentage such as 33.3333' }),
    }),
    z.object({ shares: z.string().regex(/^\d{1,20}$/, { error: 'Enter a whole number of shares' }) }),
  ])
  .optional();

/** Manual additions and corrections to the ownership chart; registers hold no trusts, nominators or controllers. */
export const editOwnership = endpoint({
  ...writeEndpoint,
  id: 'businessVerifications.edit',
  method: 'POST',
  path: '/business-verifications/:id/ownership',
  summary: 'Add, correct or remove an entity, a holding or a role manually, with its source',
  params: byId,
  body: z.discriminatedUnion('intent', [
    z.object({
      intent: z.literal('addNode'),
      ...versioned,
      name: requiredText('Enter the name', { max: 200 }),
      kind: z.enum(ownershipNodeKinds, { error: 'Select an entity type' }),
      clientId: recordId.optional(),
      country: countryCode.optional(),
      source: requiredText('Enter a source', { max: 500, multiline: true }),
    }),
    z.object({
      intent: z.literal('saveHolding'),
      ...versioned,
      holdingId: nodeId.optional(),
      of: nodeId,
      holders: z.array(nodeId).min(1, { error: 'Select a holder' }).max(20),
      share,
      beneficiallyHeld: z.enum(['yes', 'no', 'unknown']).default('unknown'),
      heldFor: z.array(nodeId).max(20).default([]),
      evidenceId,
      source: requiredText('Enter a source', { max: 500, multiline: true }),
    }),
    z.object({
      intent: z.literal('addControl'),
      ...versioned,
      by: nodeId,
      of: nodeId,
      role: z.enum(partyRoles, { error: 'Select a role' }),
      evidenceId,
      note: requiredText('Enter the basis of control', { max: 500, multiline: true }),
    }),
    z.object({
      intent: z.literal('remove'),
      ...versioned,
      /** A manually entered node, holding or control, or a holding from a register. */
      id: nodeId,
      reason: requiredText('Enter a reason', { max: 500, multiline: true }),
    }),
  ]),
});

export const createOwnershipParties = endpoint({
  ...writeEndpoint,
  id: 'businessVerifications.createParties',
  method: 'POST',
  path: '/business-verifications/:id/parties',
  summary:
    'Record people and entities of the ownership chart as related parties, as existing clients or new drafts',
  params: byId,
  body: z.object({
    ...versioned,
    parties: z
      .array(
        z.object({
          nodeId,
          /** Existing client that it is; omitted to create a draft. */
          clientId: recordId.optional(),
          /** Given and family names for the new draft; taken from the register if omitted. */
          givenNames: optionalText({ max: 120 }),
          familyName: optionalText({ max: 120 }),
          /** Country of formation, if the register does not provide it. */
          country: countryCode.optional(),
        }),
        { error: 'Select at least one' },
      )
      .min(1, { error: 'Select at least one' })
      .max(maxExtracts),
  }),
});
