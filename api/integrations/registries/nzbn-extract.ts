import type { z } from 'zod';
import { checkAcn, checkNzbn, checkNzCompanyNumber } from '#rules/identifiers/identifiers.ts';
import type {
  RegistryAddress,
  RegistryEntityKind,
  RegistryExtract,
  RegistryHolding,
  RegistryNumbers,
  RegistryOfficer,
  RegistryParty,
  RegistryStatus,
} from '#rules/registers/registry-extract.ts';
import type { Detail, person } from './nzbn-responses.ts';

/** Codes: 50 registered, 55–57 administration, 60–66 liquidation, 70–72 receivership, 80 and 91 removed, 90 inactive. */
export function getStatus(code: string | undefined): RegistryStatus {
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

function getKind({ entityTypeCode = '', 'company-details': company }: Detail): RegistryEntityKind {
  if (company?.stockExchangeListed && company.stockExchangeListed !== 'N') return 'listedIssuer';
  const code = entityTypeCode.toUpperCase();
  return code.startsWith('GOVT') ? 'government' : (kinds[code] ?? 'other');
}

export function getNumbers(numbers: { nzbn?: string; companyNumber?: string }): RegistryNumbers {
  const nzbn = numbers.nzbn === undefined ? undefined : checkNzbn(numbers.nzbn);
  const company =
    numbers.companyNumber === undefined ? undefined : checkNzCompanyNumber(numbers.companyNumber);
  return {
    ...(nzbn?.ok ? { nzbn: nzbn.value } : {}),
    ...(company?.ok ? { nzCompanyNumber: company.value } : {}),
  };
}

function getPerson(registryPerson: z.output<typeof person> | null | undefined): RegistryParty | undefined {
  if (!registryPerson) return undefined;
  const { firstName, middleNames, lastName, fullName } = registryPerson;
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

function getAddresses({ addresses }: Detail): RegistryAddress[] {
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

function getHoldings({ 'company-details': company }: Detail): RegistryHolding[] {
  return (company?.shareholding?.shareAllocation ?? []).flatMap(
    ({ allocation, shareholder }): RegistryHolding[] => {
      const holders = shareholder
        .filter(({ vacationDate }) => vacationDate === undefined)
        .flatMap(({ individualShareholder, otherShareholder }): RegistryParty[] => {
          const individual = getPerson(individualShareholder);
          if (individual) return [individual];
          if (!otherShareholder?.currentEntityName) return [];
          return [
            {
              kind: 'organisation',
              name: otherShareholder.currentEntityName,
              numbers: getNumbers(otherShareholder),
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

function getOfficers({ roles }: Detail): RegistryOfficer[] {
  return roles.flatMap(
    ({ roleType = '', roleStatus, startDate, endDate, rolePerson, roleEntity }): RegistryOfficer[] => {
      const party: RegistryParty | undefined =
        getPerson(rolePerson) ??
        (roleEntity?.entityName
          ? {
              kind: 'organisation',
              name: roleEntity.entityName,
              numbers: getNumbers({ nzbn: roleEntity.nzbn }),
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

function getUltimateHolding({
  'company-details': company,
}: Detail): Pick<RegistryExtract, 'ultimateHolding'> {
  const holding = company?.ultimateHoldingCompany;
  if (!holding?.name) return {};
  const acn = holding.number !== undefined && holding.country === 'AU' ? checkAcn(holding.number) : undefined;
  const numbers =
    holding.country === 'AU'
      ? acn?.ok
        ? { acn: acn.value }
        : {}
      : getNumbers({ nzbn: holding.nzbn, companyNumber: holding.number });
  return {
    ultimateHolding: {
      name: holding.name,
      ...(holding.country ? { country: holding.country } : {}),
      numbers,
    },
  };
}

/** An entity of the register in the shape that all registers share. */
export function getExtract(
  entity: Detail,
  { raw, at }: Pick<RegistryExtract, 'raw' | 'at'>,
): RegistryExtract {
  const company = entity['company-details'];
  return {
    registry: 'nzbn',
    numbers: {
      ...getNumbers({
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
    kind: getKind(entity),
    kindText: entity.entityTypeDescription ?? '',
    status: getStatus(entity.entityStatusCode),
    statusText: entity.entityStatusDescription ?? '',
    ...(entity.registrationDate ? { registeredOn: entity.registrationDate } : {}),
    country: 'NZL',
    addresses: getAddresses(entity),
    officers: getOfficers(entity),
    holdings: getHoldings(entity),
    ...(company?.shareholding?.numberOfShares ? { issuedShares: company.shareholding.numberOfShares } : {}),
    shareClasses: [],
    gives: {
      officers: entity.roles.length > 0,
      holdings: Boolean(company?.shareholding) && company?.extensiveShareholding !== true,
    },
    ...getUltimateHolding(entity),
    raw,
    at,
  };
}
