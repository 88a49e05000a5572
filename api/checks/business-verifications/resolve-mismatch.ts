import { resolveMismatch as resolveEndpoint } from '#contract/business-verifications/registry-endpoints.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import type { MismatchField } from '#rules/registers/register-mismatches.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { StoredExtract, StoredGraph } from '../../kernel/database/tables/stored-ownership.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { getClientDetails } from '../../records/clients/record/client-record.ts';
import { saveDetails } from '../../records/clients/save-details.ts';
import { recordParties } from './create-parties.ts';
import { nameKey } from './ownership/ownership-graph.ts';
import type { BusinessVerificationDeps } from './record/dto.ts';
import {
  type LockedVerification,
  lockVerification,
  requireOpen,
  type VerificationContext,
  verificationEvent,
  verificationSteps,
  writeVerification,
} from './record/locked-verification.ts';

type Body = EndpointInput<typeof resolveEndpoint>['body'];
type Details = ReturnType<typeof getClientDetails>;

/** The register's address in the record's form; undefined if it lacks a required part. */
function getAddress(extract: StoredExtract): Details['addresses'][number] | undefined {
  const found = extract.addresses.find(({ type, lines }) => type === 'registered' && lines.length > 0);
  if (found === undefined) return undefined;
  const { lines, locality, state, postcode } = found;
  const [addressLine1 = '', ...rest] = lines;
  const isHere = extract.country === 'NZL';
  // New Zealand's register has the town on the last line. An Australian address has its town as the suburb.
  const town = isHere ? rest.pop() : locality;
  const suburb = isHere ? rest.pop() : locality;
  if (!town || !postcode || (!isHere && !state)) return undefined;
  return {
    addressLine1,
    ...(rest.length > 0 ? { addressLine2: rest.join(', ') } : {}),
    ...(suburb ? { suburb } : {}),
    state: isHere ? town : (state ?? ''),
    postcode,
    countryCode: extract.country,
    provider: 'manual',
    kind: 'registeredOffice',
  };
}

/** The client's details with one field replaced by the register's value. */
function withRegistryValue(client: Client, field: MismatchField, extract: StoredExtract): Details {
  const details = getClientDetails(client);
  const { business } = details;
  if (business === undefined) throw invalid('This client has no business details.');
  const put = (changed: Partial<typeof business>) => ({ ...details, business: { ...business, ...changed } });
  switch (field) {
    case 'legalName':
      return put({ legalName: extract.name });
    case 'incorporatedOn':
      return put({ incorporatedOn: extract.registeredOn });
    case 'nzbn':
    case 'nzCompanyNumber':
    case 'abn':
    case 'acn':
      return put({ [field]: extract.numbers[field] });
    case 'registeredAddress': {
      const address = getAddress(extract);
      if (address === undefined) {
        throw invalid(
          'The register’s address is incomplete. Enter it on the client’s page, then return here.',
        );
      }
      return { ...details, addresses: [address, ...details.addresses.slice(1)] };
    }
    default:
      throw new Error(`The register has no value of “${field}” to use.`);
  }
}

/** Writes the register's value to the client; evidence under another name or number no longer counts. @returns the changes by field */
async function adoptValue(
  context: VerificationContext,
  { client, extract }: LockedVerification,
  field: MismatchField,
): Promise<object> {
  if (extract === null) throw new Error('A discrepancy was found without an extract.');
  const details = withRegistryValue(client, field, extract.extract);
  const problems = clientInput.safeParse(details);
  if (!problems.success) {
    const message = problems.error.issues[0]?.message ?? 'The value cannot be saved';
    throw invalid(`${message}. Change the client on its own page, then return here.`);
  }
  await saveDetails(context, client, details);
  const part = (details: Details) => ({ ...details.business, addresses: details.addresses });
  return changesBetween(part(getClientDetails(client)), part(details));
}

/** Directors of the verified business in the ownership tree. */
const directorsIn = (graph: StoredGraph) =>
  graph.nodes.filter(({ id }) =>
    graph.controls.some(({ by, of, role }) => by === id && of === graph.rootId && role === 'director'),
  );

/** Records missing directors of the register as parties. Former directors are ended by a member, who knows the date. */
async function adoptDirectors(
  context: VerificationContext,
  before: LockedVerification,
  graph: StoredGraph,
): Promise<void> {
  const recorded = new Set(
    before.parties
      .filter(({ roles }) => roles.includes('director'))
      .map(({ client }) => nameKey({ name: client.displayName, kind: 'person' })),
  );
  const missing = directorsIn(graph).filter(({ name }) => !recorded.has(nameKey({ name, kind: 'person' })));
  await recordParties(
    context,
    before,
    graph,
    missing.map(({ id }) => ({ nodeId: id, givenNames: undefined, familyName: undefined })),
  );
}

/** Returns the unresolved discrepancy of the form. Throws a field error if there is none. */
function openMismatch({ mismatches }: LockedVerification, { field, resolution }: Body) {
  const found = mismatches.find((mismatch) => mismatch.field === field && mismatch.settled === null);
  if (found === undefined) throw invalid('This discrepancy no longer exists.', 'field');
  if (!found.resolutions.includes(resolution)) {
    throw invalid('This discrepancy cannot be resolved that way. Select another resolution.', 'resolution');
  }
  return found;
}

/** POST /business-verifications/:id/mismatches/resolution. */
export const settle = commandsFor<BusinessVerificationDeps>()(resolveEndpoint, {
  ...verificationSteps,
  lock: (context) =>
    lockVerification(context, (graph) => directorsIn(graph).flatMap(({ clientId }) => clientId ?? [])),
  check({ body }, before) {
    requireOpen(before, 'settle');
    openMismatch(before, body);
  },
  async change(context, before) {
    const { at, caller, body } = context;
    const { field, resolution, reason = null } = body;
    const { recorded, registry } = openMismatch(before, body);
    let changed: object = {};
    let graph: StoredGraph | undefined;
    if (resolution === 'useRegistry') {
      if (field === 'directors') {
        graph = structuredClone(before.row.graph);
        await adoptDirectors(context, before, graph);
      } else changed = await adoptValue(context, before, field);
    }
    const by = { id: caller.member.id, name: caller.member.name };
    const settled = { field, recorded, registry, resolution, reason, by, at };
    const columns = { settled: JSON.stringify([...before.row.settled, settled]) };
    await writeVerification(context, before, columns, graph);
    return changed;
  },
  events({ body }, { before, done: changed }) {
    const { resolution, reason } = body;
    const { label, recorded, registry } = openMismatch(before, body);
    return verificationEvent(before, {
      action: 'mismatchResolved',
      changes: {
        difference: { before: null, after: label },
        value: { before: recorded, after: resolution === 'useRegistry' ? registry : recorded },
        register: { before: null, after: registry },
        resolution: { before: null, after: resolution },
        ...(reason ? { reason: { before: null, after: reason } } : {}),
      },
      detail: { client: changed },
      reason,
    });
  },
});
