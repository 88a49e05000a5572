import { z } from 'zod';
import { checkAcn, checkNzbn, checkNzCompanyNumber } from '#rules/identifiers.ts';
import { askRegistry, failure, parseJson, searchText } from './ask.ts';
import type {
  Registry,
  RegistryAddress,
  RegistryEntityKind,
  RegistryExtract,
  RegistryFound,
  RegistryHolding,
  RegistryNumbers,
  RegistryOfficer,
  RegistryParty,
  RegistryStatus,
} from './extract.ts';
import { registryCount, registryDate, registryList, registryText } from './fields.ts';

const pageSize = 20;

const name = z.object({ name: registryText });

const listItem = z.object({
  entityName: z.string(),
  nzbn: z.string(),
  entityTypeDescription: registryText,
  entityStatusCode: registryText,
  entityStatusDescription: registryText,
  // Lists and details spell this differently.
  sourceRegisterUniqueId: registryText,
  sourceRegisterUniqueIdentifier: registryText,
});

const listAnswer = z.object({ totalItems: z.number().nullish(), items: registryList(listItem) });

const person = z.object({
  firstName: registryText,
  middleNames: registryText,
  lastName: registryText,
  fullName: registryText,
});

const otherHolder = z.object({
  currentEntityName: registryText,
  nzbn: registryText,
  companyNumber: registryText,
  entityType: registryText,
});

const detail = z.object({
  entityName: z.string().min(1),
  nzbn: z.string(),
  entityTypeCode: registryText,
  entityTypeDescription: registryText,
  entityStatusCode: registryText,
  entityStatusDescription: registryText,
  registrationDate: registryDate,
  sourceRegister: registryText,
  sourceRegisterUniqueId: registryText,
  sourceRegisterUniqueIdentifier: registryText,
  australianBusinessNumber: registryText,
  addresses: z
    .object({
      addressList: registryList(
        z.object({
          addressType: registryText,
          address1: registryText,
          address2: registryText,
          address3: registryText,
          address4: registryText,
          postCode: registryText,
          countryCode: registryText,
          endDate: registryDate,
        }),
      ),
    })
    .nullish(),
  tradingNames: registryList(name.extend({ endDate: registryDate })),
  'company-details': z
    .object({
      stockExchangeListed: z.unknown(),
      extensiveShareholding: z.boolean().nullish(),
      australianCompanyNumber: registryText,
      shareholding: z
        .object({
          numberOfShares: registryCount,
          shareAllocation: registryList(
            z.object({
              allocation: registryCount,
              shareholder: registryList(
                z.object({
                  type: registryText,
                  vacationDate: registryDate,
                  individualShareholder: person.nullish(),
                  otherShareholder: otherHolder.nullish(),
                }),
              ),
            }),
          ),
        })
        .nullish(),
      ultimateHoldingCompany: z
        .object({ name: registryText, number: registryText, nzbn: registryText, country: registryText })
        .nullish(),
    })
    .nullish(),
  roles: registryList(
    z.object({
      roleType: registryText,
      roleStatus: registryText,
      startDate: registryDate,
      endDate: registryDate,
      rolePerson: person.nullish(),
      roleEntity: z.object({ entityName: registryText, nzbn: registryText }).nullish(),
    }),
  ),
});

type Detail = z.output<typeof detail>;

/** Codes: 50 registered, 55–57 administration, 60–66 liquidation, 70–72 receivership, 80 and 91 removed, 90 inactive. */
function statusOf(code: string | undefined): RegistryStatus {
  const number = Number(code);
  if (number === 50) return 'registered';
  if (number >= 55 && number <= 57) return 'inAdministration';
  if (number >= 60 && number <= 66) return 'inLiquidation';
  if (number >= 70 && number <= 72) return 'inReceivership';
  if (number === 80 || number === 91) return 'removed';
  return number === 90 ? 'inactive' : 'unknown';
}

const kinds: Record<string, RegistryEntityKind> = {
  LTD: 'company',
  ULTD: 'company',
  COOP: 'company',
  ASIC: 'overseasCompany',
  NON_ASIC: 'overseasCompany',
  SOLE_TRADER: 'soleTrader',
  PARTNERSHIP: 'partnership',
  TRADING_TRUST: 'trust',
  Y: 'limitedPartnership',
  Z: 'limitedPartnership',
  T: 'society',
  I: 'society',
};

function kindOf({ entityTypeCode = '', 'company-details': company }: Detail): RegistryEntityKind {
  if (company?.stockExchangeListed && company.stockExchangeListed !== 'N') return 'listedIssuer';
  const code = entityTypeCode.toUpperCase();
  return code.startsWith('GOVT') ? 'government' : (kinds[code] ?? 'other');
}

function numbersOf(given: { nzbn?: string; companyNumber?: string }): RegistryNumbers {
  const nzbn = given.nzbn === undefined ? undefined : checkNzbn(given.nzbn);
  const company = given.companyNumber === undefined ? undefined : checkNzCompanyNumber(given.companyNumber);
  return {
    ...(nzbn?.ok ? { nzbn: nzbn.value } : {}),
    ...(company?.ok ? { nzCompanyNumber: company.value } : {}),
  };
}

function personOf(given: z.output<typeof person> | null | undefined): RegistryParty | undefined {
  if (!given) return undefined;
  const { firstName, middleNames, lastName, fullName } = given;
  const whole = [firstName, middleNames, lastName].filter((part) => part !== undefined).join(' ') || fullName;
  return whole === undefined
    ? undefined
    : { kind: 'person', name: whole, given: firstName, middle: middleNames, family: lastName };
}

const addressTypes: Record<string, RegistryAddress['type']> = {
  REGISTERED: 'registered',
  SERVICE: 'service',
  POSTAL: 'postal',
  OFFICE: 'business',
};

function addressesOf({ addresses }: Detail): RegistryAddress[] {
  return (addresses?.addressList ?? [])
    .filter(({ endDate }) => endDate === undefined)
    .map(({ addressType = '', address1, address2, address3, address4, postCode, countryCode }) => {
      const lines = [address1, address2, address3, address4].filter((line) => line !== undefined);
      return {
        type: addressTypes[addressType.toUpperCase()] ?? 'other',
        lines,
        ...(postCode ? { postcode: postCode } : {}),
        country: countryCode ?? 'NZ',
      };
    });
}

function holdingsOf({ 'company-details': company }: Detail): RegistryHolding[] {
  return (company?.shareholding?.shareAllocation ?? []).flatMap(
    ({ allocation, shareholder }): RegistryHolding[] => {
      const holders = shareholder
        .filter(({ vacationDate }) => vacationDate === undefined)
        .flatMap(({ individualShareholder, otherShareholder }): RegistryParty[] => {
          const individual = personOf(individualShareholder);
          if (individual) return [individual];
          if (!otherShareholder?.currentEntityName) return [];
          return [
            {
              kind: 'organisation',
              name: otherShareholder.currentEntityName,
              numbers: numbersOf(otherShareholder),
              ...(otherShareholder.nzbn ? { country: 'NZ' } : {}),
            },
          ];
        });
      return allocation === undefined || holders.length === 0
        ? []
        : [{ shares: allocation, holders, joint: holders.length > 1, beneficiallyHeld: null }];
    },
  );
}

function officersOf({ roles }: Detail): RegistryOfficer[] {
  return roles.flatMap(
    ({ roleType = '', roleStatus, startDate, endDate, rolePerson, roleEntity }): RegistryOfficer[] => {
      const party: RegistryParty | undefined =
        personOf(rolePerson) ??
        (roleEntity?.entityName
          ? {
              kind: 'organisation',
              name: roleEntity.entityName,
              numbers: numbersOf({ nzbn: roleEntity.nzbn }),
            }
          : undefined);
      if (
        party === undefined ||
        (roleStatus?.toUpperCase() !== 'ACTIVE' && endDate === undefined && roleStatus !== undefined)
      )
        return [];
      const role = /director/i.test(roleType) ? 'director' : /partner/i.test(roleType) ? 'partner' : 'other';
      return [
        {
          party,
          role,
          roleText: roleType,
          ...(startDate ? { from: startDate } : {}),
          ...(endDate ? { to: endDate } : {}),
        },
      ];
    },
  );
}

function ultimateHoldingOf({ 'company-details': company }: Detail): Pick<RegistryExtract, 'ultimateHolding'> {
  const holding = company?.ultimateHoldingCompany;
  if (!holding?.name) return {};
  const acn = holding.number !== undefined && holding.country === 'AU' ? checkAcn(holding.number) : undefined;
  const numbers =
    holding.country === 'AU'
      ? acn?.ok
        ? { acn: acn.value }
        : {}
      : numbersOf({ nzbn: holding.nzbn, companyNumber: holding.number });
  return {
    ultimateHolding: {
      name: holding.name,
      ...(holding.country ? { country: holding.country } : {}),
      numbers,
    },
  };
}

/**
 * The NZBN API, version 5: search by name, extract by NZBN or by company number (found through the search, which knows both).
 * `baseUrl` without a slash at the end. Source: protocols 4.1.
 */
export function createNzbnRegistry(deps: {
  baseUrl: string;
  key: string;
  now: () => Date;
  timeoutSeconds?: number;
}): Registry & Required<Pick<Registry, 'search'>> {
  const { baseUrl, key, now, timeoutSeconds = 10 } = deps;
  const ask = (path: string) =>
    askRegistry('nzbn', `${baseUrl}${path}`, {
      headers: { 'Ocp-Apim-Subscription-Key': key, Accept: 'application/json' },
      timeoutSeconds,
    });

  async function list(term: string, page: number) {
    const asked = await ask(
      `/entities?${new URLSearchParams({ 'search-term': term, page: String(page), 'page-size': String(pageSize) })}`,
    );
    if (!asked.ok) return asked;
    if (asked.status !== 200) return failure('nzbn', asked.status === 404 ? 'notFound' : 'unreadable');
    const parsed = listAnswer.safeParse(parseJson(asked.text));
    return parsed.success ? { ok: true as const, ...parsed.data } : failure('nzbn', 'unreadable');
  }

  async function nzbnOf(number: string) {
    const asNzbn = checkNzbn(number);
    if (asNzbn.ok) return asNzbn;
    const asCompany = checkNzCompanyNumber(number);
    if (!asCompany.ok) return failure('nzbn', 'invalidNumber', { message: asNzbn.problem });
    const listed = await list(asCompany.value, 1);
    if (!listed.ok) return listed;
    const found = listed.items.find(
      (item) =>
        (item.sourceRegisterUniqueId ?? item.sourceRegisterUniqueIdentifier)?.replace(/^0+/, '') ===
        asCompany.value,
    );
    return found ? { ok: true as const, value: found.nzbn } : failure('nzbn', 'notFound');
  }

  return {
    id: 'nzbn',
    async search(typed, page = 1) {
      const term = searchText(typed);
      if (term === undefined) return failure('nzbn', 'invalidSearch');
      const listed = await list(term, page);
      if (!listed.ok) return listed.code === 'notFound' ? { ok: true, found: [], total: 0 } : listed;
      const found = listed.items.map(
        (item): RegistryFound => ({
          registry: 'nzbn',
          number: item.nzbn,
          numbers: numbersOf({
            nzbn: item.nzbn,
            companyNumber: item.sourceRegisterUniqueId ?? item.sourceRegisterUniqueIdentifier,
          }),
          name: item.entityName,
          kindText: item.entityTypeDescription ?? '',
          status: statusOf(item.entityStatusCode),
          statusText: item.entityStatusDescription ?? '',
        }),
      );
      return { ok: true, found, total: Math.max(listed.totalItems ?? 0, found.length) };
    },
    async extract(number) {
      const nzbn = await nzbnOf(number);
      if (!nzbn.ok) return nzbn;
      const asked = await ask(`/entities/${nzbn.value}`);
      if (!asked.ok) return asked;
      const json = parseJson(asked.text);
      const said = z.object({ errorDescription: z.string() }).safeParse(json);
      if (asked.status === 404 || (said.success && /object not found/i.test(said.data.errorDescription))) {
        return failure('nzbn', 'notFound');
      }
      const parsed = detail.safeParse(json);
      // An answer about somebody else is no answer.
      if (asked.status !== 200 || !parsed.success || parsed.data.nzbn !== nzbn.value)
        return failure('nzbn', 'unreadable');
      const entity = parsed.data;
      const company = entity['company-details'];
      return {
        ok: true,
        extract: {
          registry: 'nzbn',
          numbers: {
            ...numbersOf({
              nzbn: entity.nzbn,
              companyNumber: company
                ? (entity.sourceRegisterUniqueIdentifier ?? entity.sourceRegisterUniqueId)
                : undefined,
            }),
            ...(entity.australianBusinessNumber ? { abn: entity.australianBusinessNumber } : {}),
          },
          name: entity.entityName,
          tradingNames: entity.tradingNames.flatMap(({ name, endDate }) => (name && !endDate ? [name] : [])),
          formerNames: [],
          kind: kindOf(entity),
          kindText: entity.entityTypeDescription ?? '',
          status: statusOf(entity.entityStatusCode),
          statusText: entity.entityStatusDescription ?? '',
          ...(entity.registrationDate ? { registeredOn: entity.registrationDate } : {}),
          country: 'NZL',
          addresses: addressesOf(entity),
          officers: officersOf(entity),
          holdings: holdingsOf(entity),
          ...(company?.shareholding?.numberOfShares
            ? { issuedShares: company.shareholding.numberOfShares }
            : {}),
          shareClasses: [],
          gives: {
            officers: entity.roles.length > 0,
            holdings: Boolean(company?.shareholding) && company?.extensiveShareholding !== true,
          },
          ...ultimateHoldingOf(entity),
          raw: { text: asked.text, sha256: asked.sha256 },
          at: now().toISOString(),
        },
      };
    },
  };
}
