import { z } from 'zod';
import { blocker, fix, move } from '#contract/blockers.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  cddStatus,
  countryCode,
  documentType,
  instant,
  optionalText,
  recordId,
  recordVersion,
  riskLevel,
} from '#contract/fields.ts';
import { getProgress } from '#contract/progress.ts';
import { confirmedSanction } from '#contract/sanctions.ts';
import { basisKinds } from '#rules/cdd-rule-packs/decision-basis.ts';
import { earlierCddGrounds } from '#rules/cdd-rule-packs/earlier-cdd.ts';
import { informationSources } from '#rules/cdd-rule-packs/entity-information.ts';
import {
  findingSubjects,
  listedClasses,
  ownersDeemedGrounds,
  ownershipOutcomes,
} from '#rules/cdd-rule-packs/findings.ts';
import { clientSteps } from '#rules/clients/client-progress.ts';
import { approvalListReasons, refreshCauses } from '#rules/clients/client-refresh.ts';
import { cddLevels, clientStatuses, pepStatuses } from '#rules/clients/client-types.ts';
import { countryListKeys } from '#rules/country-lists/country-list-keys.ts';
import { registryIds } from '#rules/registers/registry-extract.ts';

/** Why a CDD level applies: a rule of a pack as at that day, or a recorded decision. */
export const cddReason = z.object({
  code: z.string(),
  jurisdiction: z.enum(['AUS', 'NZL']),
  provision: z.string(),
  rulePackVersion: z.string(),
  source: z.enum(['rule', 'manual']),
  text: z.string(),
});

const pepOf = z.enum(['foreign', 'domestic', 'internationalOrganisation']);

const entityText = z.string().nullable();
const informationSource = z.enum(informationSources).nullable();
/** Absent from findings of before sources were named. */
const sourceRegister = z.enum(registryIds).nullish();
const sourceDocument = recordId.nullish();

/** Entity information on record, by part. */
const entityInformation = z.object({
  subject: z.literal('entity'),
  existence: entityText,
  existenceSource: informationSource,
  existenceRegister: sourceRegister,
  existenceDocument: sourceDocument,
  structure: entityText,
  structureSource: informationSource,
  structureRegister: sourceRegister,
  structureDocument: sourceDocument,
  powers: entityText,
  powersSource: informationSource,
  powersRegister: sourceRegister,
  powersDocument: sourceDocument,
  governance: entityText,
  governanceSource: informationSource,
  governanceRegister: sourceRegister,
  governanceDocument: sourceDocument,
  /** Absent from information of before identifiers were asked for. */
  identifier: entityText.default(null),
  identifierNone: z.boolean().default(false),
  nominees: entityText,
  nomineesNone: z.boolean(),
  /** Absent from information of before nominees had a source. */
  nomineesSource: informationSource.nullish(),
  nomineesRegister: sourceRegister,
  nomineesDocument: sourceDocument,
  settlors: entityText,
  settlorsNone: z.boolean(),
  protectors: entityText,
  protectorsNone: z.boolean(),
  natureOfBusiness: entityText,
  objects: entityText,
  basis: z.string(),
});

/** Finding on one subject. */
const findingContent = z.discriminatedUnion('subject', [
  z.object({
    subject: z.literal('politicalExposure'),
    pepStatus: z.enum(pepStatuses).exclude(['notChecked']),
    pepOf: pepOf.nullable(),
    /** The PEP's position, its country, and the day the position was left. */
    office: z.string().nullish(),
    officeCountry: z.string().nullish(),
    officeEndedOn: z.string().nullish(),
    basis: z.string(),
  }),
  z.object({
    subject: z.literal('sourceOfWealthOrFunds'),
    of: z.enum(['wealth', 'funds', 'both']),
    description: z.string(),
    verification: z.string().nullable(),
  }),
  z.object({
    subject: z.literal('structure'),
    holdsPersonalAssets: z.boolean(),
    beneficiaryCount: z.number().int().nullable(),
  }),
  entityInformation,
  z.object({
    subject: z.literal('ownership'),
    outcome: z.enum(ownershipOutcomes),
    source: informationSource.optional(),
    register: sourceRegister,
    documentId: sourceDocument,
    basis: z.string(),
  }),
  z.object({
    subject: z.literal('ownersDeemed'),
    ground: z.enum(ownersDeemedGrounds),
    basis: z.string(),
  }),
  z.object({ subject: z.literal('addressVerified'), address: z.string(), basis: z.string() }),
  z.object({ subject: z.literal('addressExcused'), reason: z.string() }),
  z.object({ subject: z.literal('unusual'), what: z.string(), findings: z.string().nullable() }),
  z.object({ subject: z.literal('significantChange'), what: z.string() }),
  z.object({ subject: z.literal('enhanced'), reason: z.string() }),
  z.object({ subject: z.literal('mitigation'), reason: z.string() }),
  z.object({
    subject: z.literal('simplified'),
    listedClass: z.enum(listedClasses).nullish(),
    inListedClass: z.boolean(),
    ground: z.string(),
  }),
  z.object({ subject: z.literal('seniorApproval'), note: z.string().nullable() }),
  z.object({
    subject: z.literal('sourceValue'),
    wealth: z.number().int().nullable(),
    funds: z.number().int().nullable(),
    currency: z.string(),
    basis: z.string(),
  }),
  z.object({
    subject: z.literal('sourceNotRelevant'),
    of: z.enum(['wealth', 'funds', 'both']),
    reason: z.string(),
  }),
  z.object({ subject: z.literal('pepCheckExcused'), reason: z.string() }),
  z.object({ subject: z.literal('newTechnology'), what: z.string(), measures: z.string().nullable() }),
  z.object({ subject: z.literal('furtherMeasures'), what: z.string(), measures: z.string().nullable() }),
  z.object({ subject: z.literal('anonymousAccount'), what: z.string(), ended: z.string().nullable() }),
  z.object({ subject: z.literal('nestedServices'), what: z.string() }),
  z.object({ subject: z.literal('actingExcused'), reason: z.string() }),
  z.object({
    subject: z.literal('earlierCdd'),
    ground: z.enum(earlierCddGrounds),
    doneBy: z.string(),
    doneOn: z.string(),
    basis: z.string(),
    /** Findings from before there was the ground have none. */
    procedure: z.string().nullish(),
  }),
  z.object({
    subject: z.literal('preCommencement'),
    reason: z.string(),
    documentId: z.string(),
    dated: z.string(),
  }),
]);

const finding = z.object({
  subject: z.enum(findingSubjects),
  /** Latest recorded value, with author and time; null if none. */
  recorded: z.object({ content: findingContent, by: z.string(), at: instant }).nullable(),
  mayRecord: z.boolean(),
  mayWithdraw: z.boolean(),
});

/** Steps from the first details to approval, derived from the record. */
const progress = getProgress(clientSteps);

/** Evidence that a decision on CDD relies on. */
const decisionBasis = z.array(
  z.object({ kind: z.enum(basisKinds), id: recordId.nullable(), text: z.string() }),
);

/** Latest approval of a client's CDD: approver, time, rules applied and evidence. */
const cddDecision = z.object({
  id: recordId,
  at: instant,
  by: z.string(),
  cddLevel: z.enum(cddLevels),
  packs: z.array(z.string()),
  itemsDigest: z.string(),
  basis: decisionBasis,
  note: z.string().nullable(),
  /** Approved by the person who submitted the client for review, because no second person was eligible. */
  decidedByOne: z.boolean(),
});

/** What an approval of a client's CDD by the caller does now. */
const approval = z.object({
  /** The CDD status that it reaches; `readyForReview` where someone else must approve. */
  reaches: cddStatus.extract(['readyForReview', 'verified']),
  /** Requirements outstanding and, for a client in review, why the caller cannot approve it. */
  blockers: z.array(blocker),
  /** Others who can approve the client, by name. */
  others: z.array(z.string()),
});

export const diligence = z.object({
  clientId: recordId,
  version: z.number().int(),
  on: calendarDate,
  status: z.enum(clientStatuses),
  cddStatus: cddStatus,
  cddLevel: z.enum(cddLevels),
  reasons: z.array(cddReason),
  exception: z.object({ reason: z.string(), endsOn: z.string(), by: z.string() }).nullable(),
  /** Every requirement, whether it is met, and where it is resolved. */
  items: z.array(
    z.object({ code: z.string(), text: z.string(), provision: z.string(), satisfied: z.boolean(), fix }),
  ),
  transitions: z.array(move),
  cddTransitions: z.array(move),
  /** Null if CDD is verified, the relationship has ended, or the caller may only read. */
  approval: approval.nullable(),
  blockers: z.array(blocker),
  progress,
  decision: cddDecision.nullable(),
  /** Outstanding requirements of a client that is to be approved, because it was before evidence was required or is due again; null for others. */
  evidenceGap: z.object({ why: z.enum(approvalListReasons), outstanding: z.array(z.string()) }).nullable(),
  /** Why CDD of an approved client is due again, until it is approved again; null for others. `outstanding` are named in `blockers`. */
  refresh: z.object({ causes: z.array(z.enum(refreshCauses)), outstanding: z.number().int() }).nullable(),
  /** Confirmed sanctions matches of the client and its related parties, prohibitions first. */
  sanctions: z.array(confirmedSanction),
  /** Minimum risk level set by confirmed matches, with a reason that follows "because"; null if none. */
  riskFloor: z.object({ level: riskLevel, reason: z.string() }).nullable(),
  /** Whether simplified CDD is permitted once its ground is recorded. */
  simplifiedAllowed: z.boolean(),
  /** For an active client: since when it has been inactive, if longer than the company's policy allows. */
  quiet: z.object({ since: calendarDate, afterBusinessDays: z.number().int() }).nullable(),
  /** Findings and decisions not held by a field: the subjects relevant to this client, recorded or not. */
  findings: z.array(finding),
  /** Documents on record that a finding can name as a source independent of the client. */
  sourceDocuments: z.array(z.object({ id: recordId, type: documentType, fileName: z.string() })),
  /** Documents added to a client that is marked as one of before commencement, which can show it. */
  preCommencementDocuments: z.array(z.object({ id: recordId, type: documentType, fileName: z.string() })),
  /** Country lists consulted, with their as-at dates. */
  lists: z.array(z.object({ key: z.enum(countryListKeys), asAt: z.string() })),
});
export type Diligence = z.infer<typeof diligence>;

const byId = z.object({ id: recordId });

export const readDiligence = endpoint({
  id: 'clients.diligence',
  method: 'GET',
  path: '/clients/:id/cdd',
  summary: 'CDD requirements of a client with their reasons, what is outstanding, and available actions',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  response: diligence,
  status: 200,
});

export const readDecisionBasis = endpoint({
  id: 'clients.decisionBasis',
  method: 'GET',
  path: '/clients/:id/decision-basis',
  summary: 'List the evidence on record that an approval of a client would rely on',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  response: z.object({
    basis: decisionBasis,
    /** Whether an approval by the caller would be by one person, because there is no second eligible person. */
    decidedByOne: z.boolean(),
  }),
  status: 200,
});

export const transitionClient = endpoint({
  id: 'clients.transition',
  method: 'POST',
  path: '/clients/:id/transitions',
  summary: 'Change the status of a client or of its CDD. Returns blockers if not allowed',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: byId,
  body: z.discriminatedUnion('lifecycle', [
    z.object({
      lifecycle: z.literal('client'),
      version: recordVersion,
      to: z.enum(clientStatuses),
      reason: optionalText({ max: 500, multiline: true }),
      /** With `exited`: the day the relationship ended. Default: today. */
      endedOn: calendarDate.optional(),
    }),
    z.object({
      lifecycle: z.literal('cdd'),
      version: recordVersion,
      to: cddStatus,
      reason: optionalText({ max: 1000, multiline: true }),
      /** With `exceptionApproved`: last day of the exception. */
      endsOn: calendarDate.optional(),
    }),
  ]),
  response: diligence,
  status: 200,
});

export const approveClient = endpoint({
  id: 'clients.approve',
  method: 'POST',
  path: '/clients/:id/approval',
  summary:
    'Approve a client’s CDD: starts onboarding and CDD, sends CDD for review, and approves it unless someone else must. Returns blockers if not allowed',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: byId,
  body: z.object({ version: recordVersion, note: optionalText({ max: 1000, multiline: true }) }),
  response: diligence,
  status: 200,
});

export const countryList = z.object({
  key: z.enum(countryListKeys),
  asAt: calendarDate,
  /** The effective list: the shipped countries and those that the company added. */
  countries: z.array(countryCode).max(250),
  /** Countries of `countries` that the company added, and may remove. */
  ownCountries: z.array(countryCode),
  /** State of the list that Assay ships for every company, in force today. Its countries cannot be removed. */
  shipped: z.object({
    asAt: calendarDate,
    countries: z.array(countryCode),
    source: z.string(),
    note: z.string(),
  }),
  /** Source that the list was compared with: a web address or a document name. */
  source: z.string(),
  note: z.string(),
  version: z.number().int(),
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
});

export const readCountryLists = endpoint({
  id: 'countryLists.read',
  method: 'GET',
  path: '/country-lists',
  summary: 'List the country lists used by scoring and rules, with their as-at dates',
  caller: 'member',
  permission: 'records.read',
  response: z.object({ lists: z.array(countryList) }),
  status: 200,
});

export const saveCountryList = endpoint({
  id: 'countryLists.save',
  method: 'PUT',
  path: '/country-lists/:key',
  summary: 'Save the countries of a list and its as-at date. Shipped countries cannot be removed',
  caller: 'member',
  permission: 'templates.write',
  once: true,
  params: z.object({ key: z.enum(countryListKeys) }),
  body: z.object({
    version: recordVersion.or(z.literal(0)),
    asAt: calendarDate,
    countries: z.array(countryCode).max(250),
    source: optionalText({ max: 300 }),
    note: optionalText({ max: 500, multiline: true }),
  }),
  response: countryList,
  status: 200,
});

/** Saved version of a list, with the countries that the company added and removed since the version before. */
export const countryListState = countryList.omit({ updatedAt: true, updatedBy: true, shipped: true }).extend({
  added: z.array(countryCode),
  removed: z.array(countryCode),
  savedAt: instant,
  savedBy: z.string(),
});

/** Maximum of a PostgreSQL integer. */
const maxVersions = 2_147_483_647;

export const readCountryListStates = endpoint({
  id: 'countryLists.versions',
  method: 'GET',
  path: '/country-lists/:key/versions',
  summary: 'List the saved versions of a country list, newest first',
  caller: 'member',
  permission: 'records.read',
  params: z.object({ key: z.enum(countryListKeys) }),
  query: z.object({ before: z.coerce.number().int().min(1).max(maxVersions).optional() }),
  /** `nextBefore`: version from which the next page continues, or null at the end. */
  response: z.object({ states: z.array(countryListState), nextBefore: z.number().int().nullable() }),
  status: 200,
});
