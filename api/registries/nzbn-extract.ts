import type { z } from 'zod';
import { checkAcn, checkNzbn, checkNzCompanyNumber } from '#rules/identifiers.ts';
import type {
  RegistryAddress,
  RegistryEntityKind,
  RegistryExtract,
  RegistryHolding,
  RegistryNumbers,
  RegistryOfficer,
  RegistryParty,
  RegistryStatus,
} from './extract.ts';
import type { Detail, person } from './nzbn-answers.ts';

/** Codes: 50 registered, 55–57 administration, 60–66 liquidation, 70–72 receivership, 80 and 91 removed, 90 inactive. */
export function statusOf(code: string | undefined): RegistryStatus {
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

export function numbersOf(given: { nzbn?: string; companyNumber?: string }): RegistryNumbers {
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

/** An entity of the register in the shape that all registers share. */
export function extractOf(entity: Detail, { raw, at }: Pick<RegistryExtract, 'raw' | 'at'>): RegistryExtract {
  const company = entity['company-details'];
  return {
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
    ...(company?.shareholding?.numberOfShares ? { issuedShares: company.shareholding.numberOfShares } : {}),
    shareClasses: [],
    gives: {
      officers: entity.roles.length > 0,
      holdings: Boolean(company?.shareholding) && company?.extensiveShareholding !== true,
    },
    ...ultimateHoldingOf(entity),
    raw,
    at,
  };
}
