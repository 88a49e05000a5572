import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { optionalText, requiredText } from '#contract/fields.ts';
import { mismatchFields, mismatchResolutions } from '#rules/registers/register-mismatches.ts';
import { byId, checkEndpoint, readEndpoint, versioned, writeEndpoint } from './options.ts';
import { registry, registryCandidate, registryFailure } from './registry.ts';

export const searchRegistries = endpoint({
  ...readEndpoint,
  id: 'businessVerifications.search',
  method: 'GET',
  path: '/business-verifications/:id/candidates',
  summary: 'Search registers by name or number. Reports unavailable registers separately',
  params: byId,
  query: z.object({
    registry,
    q: requiredText('Enter a name or a number', { max: 200 }),
    page: z.coerce.number().int().min(1).max(50).default(1),
  }),
  response: z.object({
    candidates: z.array(registryCandidate),
    total: z.number().int(),
    failure: registryFailure.nullable(),
  }),
});

export const chooseRegistryEntity = endpoint({
  ...checkEndpoint,
  id: 'businessVerifications.orderExtract',
  uses: 'paidLookup',
  method: 'POST',
  path: '/business-verifications/:id/extracts',
  summary: 'Order and store the register extract of the client’s business; its number is checked first',
  params: byId,
  status: 200,
  body: z.object({
    ...versioned,
    registry,
    number: requiredText('Enter the number', { max: 40 }),
    /** Cost as shown; a different cost must be approved first. */
    quotedCost: z.coerce.number().int().min(0),
  }),
});

export const resolveMismatch = endpoint({
  ...writeEndpoint,
  id: 'businessVerifications.resolveMismatch',
  method: 'POST',
  path: '/business-verifications/:id/mismatches/resolution',
  summary:
    'Resolve a discrepancy between the record and the register. Using the register’s value updates the client',
  params: byId,
  body: z
    .object({
      ...versioned,
      field: z.enum(mismatchFields, { error: 'Select a discrepancy' }),
      resolution: z.enum(mismatchResolutions, { error: 'Select a resolution' }),
      reason: optionalText({ max: 500, multiline: true }),
    })
    .superRefine(({ resolution, reason }, context) => {
      if (resolution !== 'useRegistry' && reason === undefined) {
        context.addIssue({ code: 'custom', path: ['reason'], message: 'Enter a reason' });
      }
    }),
});
