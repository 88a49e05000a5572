import type { Client } from '#contract/clients/client-record.ts';
import { isPrincipalPlace, isRegisteredOffice } from '#rules/clients/address-kinds.ts';
import type { ClientFieldName } from '#rules/clients/client-fields.ts';

/** Fields that the record holds, by the names that the rules use. */
export function filledFields({
  individual,
  business,
  addresses,
}: Pick<Client, 'individual' | 'business' | 'addresses'>): ClientFieldName[] {
  const fields: Partial<Record<ClientFieldName, unknown>> = {
    givenNames: individual?.givenNames,
    familyName: individual?.familyName,
    tradingNames: individual?.tradingNames?.length || null,
    dateOfBirth: individual?.dateOfBirth,
    occupation: individual?.occupation,
    addresses: addresses.length > 0 || null,
    registeredOffice: addresses.some(isRegisteredOffice) || null,
    principalPlace: addresses.some(isPrincipalPlace) || null,
    legalName: business?.legalName,
    registrationCountry: business?.registrationCountry,
    trustType: business?.trustType,
    beneficiaryClassDescription: business?.beneficiaryClassDescription,
    incorporatedOn: business?.incorporatedOn,
    nzbn: business?.nzbn ?? individual?.nzbn,
    nzCompanyNumber: business?.nzCompanyNumber,
    abn: business?.abn ?? individual?.abn,
    acn: business?.acn,
    arbn: business?.arbn,
  };
  return (Object.keys(fields) as ClientFieldName[]).filter(
    (name) => fields[name] !== undefined && fields[name] !== null && fields[name] !== '',
  );
}
