import { z } from 'zod';
import { checkAbn, checkAcn } from '#rules/identifiers.ts';
import { askRegistry, failure, parseJson } from './ask.ts';
import type { Registry, RegistryAddress, RegistryParty, RegistryStatus } from './extract.ts';
import { registryCount, registryDate, registryList, registryText } from './fields.ts';

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

/** Short codes of the Australian register. `EXAD` covers every external administration; the words beside it may say which. */
function statusOf(code = '', words = ''): RegistryStatus {
  if (code === 'REGD') return 'registered';
  if (code === 'DRGD') return 'removed';
  if (/liquidat/i.test(words)) return 'inLiquidation';
  if (/receiver/i.test(words)) return 'inReceivership';
  return code === 'EXAD' ? 'inAdministration' : 'unknown';
}

function personOf({ given, middle, family }: z.output<typeof personName>): RegistryParty | undefined {
  const name = [given, middle, family].filter((part) => part !== undefined).join(' ');
  return name === '' ? undefined : { kind: 'person', name, given, middle, family };
}

function partyOf({ name, acn, number, country }: z.output<typeof holder>): RegistryParty | undefined {
  if (typeof name === 'object') return personOf(name);
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

/**
 * Company extracts of Australia: directors, secretaries, share classes and members by ACN, or by the ABN of a company whose ABN ends in it.
 * The interface is our own (see sandbox/registries/extract-app.ts): a broker's is mapped to it. `baseUrl` without a slash at the end.
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
      const asked = await askRegistry('asic', `${baseUrl}/companies/${acn.value}`, {
        headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
        timeoutSeconds,
      });
      if (!asked.ok) return asked;
      if (asked.status === 404) return failure('asic', 'notFound');
      const parsed = company.safeParse(parseJson(asked.text));
      if (asked.status !== 200 || !parsed.success || parsed.data.acn !== acn.value)
        return failure('asic', 'unreadable');
      const found = parsed.data;
      const abn = checkAbn(found.abn ?? '');
      const issued = found.shareClasses
        .map((one) => BigInt(one.issued ?? '0'))
        .reduce((sum, count) => sum + count, 0n);
      const isListed = found.subClass === 'LIST';
      return {
        ok: true,
        extract: {
          registry: 'asic',
          numbers: { acn: acn.value, ...(abn.ok ? { abn: abn.value } : {}) },
          name: found.name,
          tradingNames: [],
          formerNames: [],
          kind: isListed ? 'listedIssuer' : 'company',
          kindText: [found.type, found.subClass].filter((part) => part !== undefined).join(' '),
          status: statusOf(found.status, found.statusDescription),
          statusText: found.statusDescription ?? found.status ?? '',
          ...(found.registeredOn ? { registeredOn: found.registeredOn } : {}),
          ...(found.deregisteredOn ? { endedOn: found.deregisteredOn } : {}),
          country: 'AUS',
          addresses: found.addresses.map(({ type = '', lines, ...rest }) => ({
            ...rest,
            type: addressTypes[type] ?? 'other',
            lines: lines.filter((line) => line !== undefined),
          })),
          officers: found.officers.flatMap(({ role = '', name, appointedOn, ceasedOn }) => {
            const party = personOf(name);
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
          }),
          holdings: found.members.flatMap(({ classCode, shares, beneficiallyHeld, holders }) => {
            const parties = holders.flatMap((one) => partyOf(one) ?? []);
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
          }),
          ...(issued > 0n ? { issuedShares: String(issued) } : {}),
          shareClasses: found.shareClasses.flatMap(({ code }) => code ?? []),
          gives: { officers: true, holdings: !isListed },
          raw: { text: asked.text, sha256: asked.sha256 },
          at: now().toISOString(),
        },
      };
    },
  };
}
