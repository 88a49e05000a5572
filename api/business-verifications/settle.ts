import type { BusinessVerification, settleMismatch } from '#contract/business-verifications.ts';
import { type Client, clientInput } from '#contract/clients.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import type { MismatchField } from '#rules/registry-mismatches.ts';
import { changesBetween } from '../audit/detail.ts';
import { columnsOf, detailsOfClient } from '../clients/client-record.ts';
import { replaceClient } from '../clients/store.ts';
import type { StoredExtract } from '../database/stored-ownership.ts';
import type { MemberCaller } from '../http/bind.ts';
import { type Command, refuseForm, runCommand } from './command.ts';
import { recordParties } from './create-parties.ts';
import type { BusinessVerificationDeps } from './present.ts';
import { nameKey } from './tree.ts';

type Body = EndpointInput<typeof settleMismatch>['body'];
type Details = ReturnType<typeof detailsOfClient>;

/** The register's address as the record keeps one; undefined where the register leaves out what the record needs. */
function addressOf(extract: StoredExtract): Details['addresses'][number] | undefined {
  const found = extract.addresses.find(({ type, lines }) => type === 'registered' && lines.length > 0);
  if (found === undefined) return undefined;
  const { lines, locality, state, postcode } = found;
  const [addressLine1 = '', ...rest] = lines;
  const isHere = extract.country === 'NZL';
  // New Zealand's register writes the town as the last line.
  const town = isHere ? rest.at(-1) : locality;
  const between = isHere ? rest.slice(0, -1) : rest;
  if (!town || !postcode || (!isHere && !state)) return undefined;
  return {
    addressLine1,
    ...(between.length > 1 ? { addressLine2: between.slice(0, -1).join(', ') } : {}),
    ...(between.length > 0 ? { suburb: between.at(-1) ?? '' } : {}),
    ...(isHere ? { state: town } : { city: town, state: state ?? '' }),
    postcode,
    countryCode: extract.country,
    provider: 'manual',
  };
}

/** The client's details with the register's value of one field in the place of the record's. */
function withRegistryValue(client: Client, field: MismatchField, extract: StoredExtract): Details {
  const details = detailsOfClient(client);
  const { business } = details;
  if (business === undefined) throw refuseForm('This client has no business details.');
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
      const address = addressOf(extract);
      if (address === undefined) {
        throw refuseForm(
          'The register leaves out part of the address. Enter it on the client’s page, then come back.',
        );
      }
      return { ...details, addresses: [address, ...details.addresses.slice(1)] };
    }
    default:
      throw refuseForm(
        'There is no value of the register to take over. Say what you found instead.',
        'resolution',
      );
  }
}

async function takeOver({ trx, deps, caller, opened }: Command, field: MismatchField): Promise<object> {
  const { client, extract } = opened;
  if (extract === null) throw refuseForm('There is no extract.');
  const details = withRegistryValue(client, field, extract.extract);
  const problems = clientInput.safeParse(details);
  if (!problems.success) {
    const sentence = problems.error.issues[0]?.message ?? 'The value cannot be kept';
    throw refuseForm(`${sentence}. Change the client on its own page, then come back.`);
  }
  await replaceClient(trx, {
    companyId: caller.company.id,
    id: client.id,
    version: client.version,
    columns: columnsOf(details),
    at: deps.now().toISOString(),
    by: caller.member.id,
  });
  const part = (one: Details) => ({ ...one.business, addresses: one.addresses });
  return changesBetween(part(detailsOfClient(client)), part(details));
}

/** Directors of the register who are no parties become parties; who is none any more is for a person to end, with the day. */
async function takeDirectors(command: Command): Promise<void> {
  const { opened } = command;
  const recorded = new Set(
    opened.parties
      .filter(({ roles }) => roles.includes('director'))
      .map(({ client }) => nameKey({ name: client.displayName, kind: 'person' })),
  );
  const { graph } = opened.row;
  const missing = graph.controls.flatMap(({ by, of, role }) => {
    const node = graph.nodes.find(({ id }) => id === by);
    if (node === undefined || of !== graph.rootId || role !== 'director') return [];
    const isRecorded = recorded.has(nameKey({ name: node.name, kind: 'person' }));
    return isRecorded ? [] : [{ nodeId: by, givenNames: undefined, familyName: undefined }];
  });
  await recordParties(command, missing);
}

/** POST /business-verifications/:id/mismatches. */
export function settle(
  deps: BusinessVerificationDeps,
  caller: MemberCaller,
  id: string,
  body: Body,
): Promise<BusinessVerification> {
  const { field, resolution, reason } = body;
  return runCommand(deps, caller, { id, version: body.version, act: 'settle', body }, async (command) => {
    const { row, mismatches } = command.opened;
    const found = mismatches.find((one) => one.field === field && one.settled === null);
    if (found === undefined) throw refuseForm('There is no such difference any more.', 'field');
    if (!found.resolutions.includes(resolution)) {
      throw refuseForm('This difference cannot be settled that way. Choose another one.', 'resolution');
    }
    let changed: object = {};
    let graph: typeof row.graph | undefined;
    if (resolution === 'useRegistry') {
      if (field === 'directors') {
        graph = structuredClone(row.graph);
        await takeDirectors({ ...command, opened: { ...command.opened, row: { ...row, graph } } });
      } else changed = await takeOver(command, field);
    }
    const settled = {
      field,
      recorded: found.recorded,
      registry: found.registry,
      resolution,
      reason: reason ?? null,
      by: { id: caller.member.id, name: caller.member.name },
      at: deps.now().toISOString(),
    };
    return {
      columns: { settled: JSON.stringify([...row.settled, settled]) },
      ...(graph ? { graph } : {}),
      action: 'businessVerification.mismatchSettled',
      changes: {
        difference: { before: null, after: found.label },
        value: {
          before: found.recorded,
          after: resolution === 'useRegistry' ? found.registry : found.recorded,
        },
        register: { before: null, after: found.registry },
        resolution: { before: null, after: resolution },
        ...(reason ? { reason: { before: null, after: reason } } : {}),
      },
      detail: { client: changed },
      reason,
    };
  });
}
