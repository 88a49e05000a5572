import { z } from 'zod';
import { checkAbn, checkAcn } from '#rules/identifiers/identifiers.ts';
import type {
  Registry,
  RegistryAddress,
  RegistryExtract,
  RegistryParty,
  RegistryStatus,
} from '#rules/registers/registry-extract.ts';
import { registryCount, registryDate, registryList, registryText } from './fields.ts';
import { failure, parseJson, queryRegistry } from './query-registry.ts';

const personName = z.object({ given: registryText, middle: registryText, family: registryText });

const holder = z.object({
  type: registryText,
  name: z.union([registryText, personName]),
  acn: registryText,
  number: registryText,
  country: registryText,
});

const company = z.object({
  acn: z.string(),
  abn: registryText,
  name: z.string().min(1),
  type: registryText,
  subClass: registryText,
  status: registryText,
  statusDescription: registryText,
  registeredOn: registryDate,
  deregisteredOn: registryDate,
  addresses: registryList(
    z.object({
      type: registryText,
      lines: registryList(registryText),
      locality: registryText,
      state: registryText,
      postcode: registryText,
      country: registryText,
    }),
  ),
  officers: registryList(
    z.object({ role: registryText, name: personName, appointedOn: registryDate, ceasedOn: registryDate }),
  ),
  shareClasses: registryList(z.object({ code: registryText, issued: registryCount })),
  members: registryList(
    z.object({
      classCode: registryText,
      shares: registryCount,
      beneficiallyHeld: z.boolean().nullish(),
      holders: registryList(holder),
    }),
  ),
});

/**
 * Short codes of the Australian register. `EXAD` covers every external administration; the accompanying text may specify it.
 */
function getStatus(code = '', words = ''): RegistryStatus {
  if (code === 'REGD') return 'registered';
  if (code === 'DRGD') return 'removed';
  if (/liquidat/i.test(words)) return 'inLiquidation';
  if (/receiver/i.test(words)) return 'inReceivership';
  return code === 'EXAD' ? 'inAdministration' : 'unknown';
}

function getPerson({ given, middle, family }: z.output<typeof personName>): RegistryParty | undefined {
  const name = [given, middle, family].filter((part) => part !== undefined).join(' ');
  return name === '' ? undefined : { kind: 'person', name, given, middle, family };
}

function getParty({ name, acn, number, country }: z.output<typeof holder>): RegistryParty | undefined {
  if (typeof name === 'object') return getPerson(name);
  if (name === undefined) return undefined;
  const checked = acn === undefined ? undefined : checkAcn(acn);
  const numbers = {
    ...(checked?.ok ? { acn: checked.value } : {}),
    ...(number && country === 'NZ' ? { nzCompanyNumber: number } : {}),
  };
  return { kind: 'organisation', name, numbers, ...(country ? { country } : {}) };
}

const addressTypes: Record<string, RegistryAddress['type']> = {
  registeredOffice: 'registered',
  principalPlaceOfBusiness: 'business',
};

type Company = z.output<typeof company>;

function toOfficers({ officers }: Company): RegistryExtract['officers'] {
  return officers.flatMap(({ role = '', name, appointedOn, ceasedOn }) => {
    const party = getPerson(name);
    if (party === undefined) return [];
    const known = role === 'director' || role === 'secretary' ? role : ('other' as const);
    return [
      {
        party,
        role: known,
        roleText: role,
        ...(appointedOn ? { from: appointedOn } : {}),
        ...(ceasedOn ? { to: ceasedOn } : {}),
      },
    ];
  });
}

function toHoldings({ members }: Company): RegistryExtract['holdings'] {
  return members.flatMap(({ classCode, shares, beneficiallyHeld, holders }) => {
    const parties = holders.flatMap((holder) => getParty(holder) ?? []);
    if (shares === undefined || parties.length === 0) return [];
    return [
      {
        shares,
        holders: parties,
        joint: parties.length > 1,
        beneficiallyHeld: beneficiallyHeld ?? null,
        ...(classCode ? { shareClass: classCode } : {}),
      },
    ];
  });
}

function toExtract(
  found: Company,
  { acn, raw, at }: Pick<RegistryExtract, 'raw' | 'at'> & { acn: string },
): RegistryExtract {
  const abn = checkAbn(found.abn ?? '');
  const issued = found.shareClasses
    .map((shareClass) => BigInt(shareClass.issued ?? '0'))
    .reduce((sum, count) => sum + count, 0n);
  const isListed = found.subClass === 'LIST';
  return {
    registry: 'asic',
    numbers: { acn, ...(abn.ok ? { abn: abn.value } : {}) },
    name: found.name,
    tradingNames: [],
    formerNames: [],
    kind: isListed ? 'listedIssuer' : 'company',
    kindText: [found.type, found.subClass].filter((part) => part !== undefined).join(' '),
    status: getStatus(found.status, found.statusDescription),
    statusText: found.statusDescription ?? found.status ?? '',
    ...(found.registeredOn ? { registeredOn: found.registeredOn } : {}),
    ...(found.deregisteredOn ? { endedOn: found.deregisteredOn } : {}),
    country: 'AUS',
    addresses: found.addresses.map(({ type = '', lines, ...rest }) => ({
      ...rest,
      type: addressTypes[type] ?? 'other',
      lines: lines.filter((line) => line !== undefined),
    })),
    officers: toOfficers(found),
    holdings: toHoldings(found),
    ...(issued > 0n ? { issuedShares: String(issued) } : {}),
    shareClasses: found.shareClasses.flatMap(({ code }) => code ?? []),
    gives: { officers: true, holdings: !isListed },
    raw,
    at,
  };
}

/**
 * Company extracts of Australia: directors, secretaries, share classes and members by ACN, or by the ABN of a company whose ABN ends in it.
 * The interface is our own (see sandbox/registries/extract-app.ts), to which a broker's is mapped. `baseUrl` without a slash at the end.
 */
export function createCompanyExtracts(deps: {
  baseUrl: string;
  key: string;
  now: () => Date;
  timeoutSeconds?: number;
}): Registry {
  const { baseUrl, key, now, timeoutSeconds = 10 } = deps;
  return {
    id: 'asic',
    async extract(number) {
      const asAbn = checkAbn(number);
      const acn = checkAcn(asAbn.ok ? asAbn.value.slice(2) : number);
      if (!acn.ok) return failure('asic', 'invalidNumber', { message: acn.problem });
      const response = await queryRegistry('asic', `${baseUrl}/companies/${acn.value}`, {
        headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
        timeoutSeconds,
      });
      if (!response.ok) return response;
      if (response.status === 404) return failure('asic', 'notFound');
      const parsed = company.safeParse(parseJson(response.text));
      if (response.status !== 200 || !parsed.success || parsed.data.acn !== acn.value)
        return failure('asic', 'unreadable');
      const raw = { text: response.text, sha256: response.sha256 };
      return { ok: true, extract: toExtract(parsed.data, { acn: acn.value, raw, at: now().toISOString() }) };
    },
  };
}
