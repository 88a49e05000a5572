import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  instant,
  namedRecord,
  recordId,
  recordVersion,
  requiredText,
} from '#contract/fields.ts';
import { cddLevels } from '#rules/clients/client-types.ts';
import { jurisdictions } from '#rules/legal-provisions.ts';

const count = z.number().int().min(0);

/** Rule that starts, ends, or is replaced by another with the same code. */
const changedRule = z.object({
  code: z.string(),
  jurisdiction: z.enum(jurisdictions),
  provision: z.string(),
  text: z.string(),
  change: z.enum(['begins', 'ends', 'changes']),
});

/**
 * A change of the CDD rules, checked for every client in a relationship. `kind`: a day on which the law changes, a release that
 * corrects a rule, or a change of a country list, by the company or a release, or of the company's details, named by `cause`. `noClients`: no client is affected, and nothing is signed off.
 */
export const lawChange = z.object({
  id: recordId,
  version: z.number().int().min(1),
  kind: z.enum(['day', 'release', 'company']),
  cause: z.string().nullable(),
  effectiveOn: calendarDate,
  packsBefore: z.array(z.string()),
  packsAfter: z.array(z.string()),
  rules: z.array(changedRule),
  status: z.enum(['checking', 'open', 'signedOff', 'noClients']),
  clientsChecked: count,
  clientsListed: count,
  signedOff: z.object({ by: namedRecord, at: instant, note: z.string() }).nullable(),
});
export type LawChange = z.infer<typeof lawChange>;

/** CDD level (null if no law applied or none is recorded) and the requirements that differ from the other side. */
const outcomeSide = z.object({
  level: z.enum(cddLevels).nullable(),
  initialCddRequired: z.boolean(),
  lines: z.array(
    z.object({
      key: z.string(),
      text: z.string(),
      provision: z.string(),
      state: z.enum(['outstanding', 'mayFollow', 'met']),
      codes: z.array(z.string()),
    }),
  ),
});

/** A client on the list of those that a change affects, before and after it. */
export const affectedClient = z.object({
  clientId: recordId,
  name: z.string(),
  before: outcomeSide,
  after: outcomeSide,
  rules: z.array(changedRule),
});
export type AffectedClient = z.infer<typeof affectedClient>;

const byId = z.object({ id: recordId });

export const listLawChanges = endpoint({
  id: 'lawChanges.list',
  method: 'GET',
  path: '/law-changes',
  summary: 'List changes of the CDD rules with the number of clients affected, newest first',
  caller: 'member',
  permission: 'records.read',
  response: z.object({
    items: z.array(lawChange),
    /** Whether the caller may sign off lists. */
    maySignOff: z.boolean(),
  }),
  status: 200,
});

export const readLawChange = endpoint({
  id: 'lawChanges.read',
  method: 'GET',
  path: '/law-changes/:id',
  summary: 'Get a change of the CDD rules with the clients affected, by name',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  query: z.object({ cursor: z.string().max(1000).optional() }),
  response: z.object({
    lawChange,
    clients: z.array(affectedClient),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
    maySignOff: z.boolean(),
  }),
  status: 200,
});

export const exportLawChange = endpoint({
  id: 'lawChanges.export',
  uses: 'export',
  recentProof: true,
  method: 'GET',
  path: '/law-changes/:id/clients',
  summary: 'Export the clients affected by a change of the CDD rules as CSV',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  response: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

export const signOffLawChange = endpoint({
  id: 'lawChanges.signOff',
  method: 'POST',
  path: '/law-changes/:id/sign-off',
  summary:
    'Sign off the list of clients affected by a change of the CDD rules. For the compliance officer, or an owner where there is none',
  caller: 'member',
  permission: 'lawChanges.signOff',
  once: true,
  params: byId,
  body: z.object({
    version: recordVersion,
    note: requiredText('Enter a note on what will be done about these clients', {
      max: 2000,
      multiline: true,
    }),
  }),
  response: lawChange,
  status: 200,
});
