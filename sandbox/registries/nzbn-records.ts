import { type Entities, type Entity, getNumber, issuedShares, placeFor } from './entities.ts';
import type { Holder, Person, Status } from './entity-draft.ts';

const statuses: Record<Status, { code: string; words: string }> = {
  registered: { code: '50', words: 'Registered' },
  voluntaryAdministration: { code: '55', words: 'Voluntary Administration' },
  liquidation: { code: '60', words: 'In Liquidation' },
  receivership: { code: '70', words: 'In Receivership' },
  removed: { code: '80', words: 'Removed' },
};

const types: Record<Entity['kind'], { code: string; words: string; register: string }> = {
  company: { code: 'LTD', words: 'NZ Limited Company', register: 'COMPANY' },
  listedCompany: { code: 'LTD', words: 'NZ Limited Company', register: 'COMPANY' },
  overseasCompany: { code: 'NON_ASIC', words: 'Overseas Non-ASIC Company', register: 'COMPANY' },
  limitedPartnership: { code: 'Y', words: 'NZ Limited Partnership', register: 'LP' },
  trust: { code: 'Trading_Trust', words: 'Trading Trust', register: 'NZBN' },
  superFund: { code: 'Trading_Trust', words: 'Trading Trust', register: 'NZBN' },
  soleTrader: { code: 'Sole_Trader', words: 'Sole Trader', register: 'NZBN' },
};

const instant = (date: string) => `${date}T00:00:00.000+1300`;

function nzbnAddress(place: number, addressType: string, since: string) {
  const { lines, postcode } = placeFor('NZL', place);
  return {
    uniqueIdentifier: String(900_000 + (place % 90_000)),
    startDate: instant(since),
    endDate: null,
    careOf: null,
    address1: lines[0] ?? '',
    address2: lines[1] ?? null,
    address3: lines[2] ?? null,
    address4: null,
    postCode: postcode,
    countryCode: 'NZ',
    addressType,
    pafId: null,
  };
}

/** An entity as listed: lists spell the source register's number field differently. */
export function nzbnListItem(entity: Entity) {
  return {
    entityName: entity.name,
    nzbn: entity.nzbn,
    entityTypeCode: types[entity.kind].code,
    entityTypeDescription: types[entity.kind].words,
    entityStatusCode: statuses[entity.status].code,
    entityStatusDescription: statuses[entity.status].words,
    registrationDate: instant(entity.registeredOn),
    sourceRegister: types[entity.kind].register,
    sourceRegisterUniqueId: entity.companyNumber ?? '',
    tradingNames: (entity.tradingNames ?? []).map((name, index) => ({
      uniqueIdentifier: String(index + 1),
      name,
    })),
    classifications: [],
    previousEntityNames: entity.formerNames ?? [],
  };
}

function person({ given, middle, family }: Person) {
  return { title: null, firstName: given, middleNames: middle ?? null, lastName: family };
}

function shareholder(holder: Holder, entity: Entity, { byKey }: Entities) {
  const shared = {
    appointmentDate: instant(entity.registeredOn),
    vacationDate: null,
    shareholderAddress: null as unknown,
  };
  if ('given' in holder) {
    const fullName = [holder.given, holder.middle, holder.family].filter(Boolean).join(' ');
    return {
      type: 'Individual',
      ...shared,
      shareholderAddress: nzbnAddress(getNumber(fullName), 'PHYSICAL', entity.registeredOn),
      individualShareholder: {
        firstName: holder.given,
        middleNames: holder.middle ?? null,
        lastName: holder.family,
        fullName,
      },
      otherShareholder: null,
    };
  }
  const known = 'key' in holder ? byKey.get(holder.key) : undefined;
  return {
    type: 'Corporate',
    ...shared,
    individualShareholder: null,
    otherShareholder: {
      currentEntityName: known?.name ?? ('outside' in holder ? holder.outside : ''),
      nzbn: known?.nzbn ?? null,
      companyNumber: known?.companyNumber ?? null,
      entityType: known
        ? known.country === 'AUS'
          ? 'Overseas Company'
          : types[known.kind].words
        : 'Overseas Company',
    },
  };
}

function roles(entity: Entity) {
  const since = instant(entity.registeredOn);
  const role = (director: Person, roleStatus: string, endDate: string | null) => ({
    roleType: 'Director',
    roleStatus,
    startDate: since,
    endDate,
    asicDirectorshipYn: false,
    asicName: null,
    acn: null,
    roleEntity: null,
    rolePerson: person(director),
    roleAddress: [
      nzbnAddress(getNumber(`${director.given} ${director.family}`), 'PHYSICAL', entity.registeredOn),
    ],
    roleAsicAddress: null,
    uniqueIdentifier: String(getNumber(`${entity.key} ${director.family}`)),
  });
  return [
    ...(entity.directors ?? []).map((director) => role(director, 'ACTIVE', null)),
    ...(entity.formerDirectors ?? []).map((director) => role(director, 'CEASED', instant('2021-05-31'))),
  ];
}

function shareholding(entity: Entity, entities: Entities) {
  return {
    numberOfShares: issuedShares(entity),
    shareAllocation: (entity.parcels ?? []).map(({ shares, holders }) => ({
      allocation: shares,
      shareholder: holders.map((holder) => shareholder(holder, entity, entities)),
    })),
    historicShareholder: [],
  };
}

function ultimateHolding(entity: Entity, entities: Entities) {
  const holding = entity.ultimateHolding;
  const holdingEntity = holding?.key === undefined ? undefined : entities.byKey.get(holding.key);
  return {
    yn: holding !== undefined,
    name: holding?.name ?? null,
    type: holding ? 'Company' : null,
    number: holdingEntity?.companyNumber ?? holdingEntity?.acn ?? null,
    nzbn: holdingEntity?.nzbn ?? null,
    country: holding?.country ?? null,
    effectiveDate: null,
    ultimateHoldingCompanyAddress: [],
  };
}

function companyDetails(entity: Entity, entities: Entities) {
  return {
    annualReturnFilingMonth: 6,
    financialReportFilingMonth: null,
    nzsxCode: entity.kind === 'listedCompany' ? 'XXX' : null,
    annualReturnLastFiled: instant('2026-06-20'),
    hasConstitutionFiled: true,
    countryOfOrigin: entity.kind === 'overseasCompany' ? 'CL' : 'NZ',
    overseasCompany: null,
    extensiveShareholding: entity.kind === 'listedCompany',
    stockExchangeListed: entity.kind === 'listedCompany' ? 'NZX' : null,
    shareholding: entity.kind === 'overseasCompany' ? null : shareholding(entity, entities),
    ultimateHoldingCompany: ultimateHolding(entity, entities),
    australianCompanyNumber: null,
    insolvencies: entity.status === 'liquidation' ? [{ insolvencyType: 'LIQUIDATION' }] : [],
    removalCommenced: false,
  };
}

/** The full entity, as returned by `GET /entities/{nzbn}`. */
export function nzbnEntity(entity: Entity, entities: Entities) {
  const {
    sourceRegisterUniqueId,
    classifications: _none,
    previousEntityNames: _names,
    ...listed
  } = nzbnListItem(entity);
  const isCompany = types[entity.kind].register === 'COMPANY';
  return {
    ...listed,
    sourceRegisterUniqueIdentifier: sourceRegisterUniqueId,
    lastUpdatedDate: '2026-10-30T09:15:00.000+1300',
    australianBusinessNumber: entity.abn ?? null,
    emailAddresses: [],
    addresses: {
      links: [],
      addressList: [
        nzbnAddress(getNumber(entity.key), 'REGISTERED', entity.registeredOn),
        nzbnAddress(getNumber(entity.key) + 1, 'SERVICE', entity.registeredOn),
      ],
    },
    industryClassifications: [],
    phoneNumbers: [],
    websites: [],
    tradingNames: listed.tradingNames.map((name) => ({
      ...name,
      startDate: instant(entity.registeredOn),
      endDate: null,
    })),
    privacySettings: {},
    'company-details': isCompany ? companyDetails(entity, entities) : null,
    'non-company-details': isCompany ? null : {},
    roles: roles(entity),
    tradingAreas: [],
    gstNumbers: [],
    hibernationStatusCode: null,
    hibernationStatusDescription: null,
    businessEthnicityIdentifiers: [],
  };
}
