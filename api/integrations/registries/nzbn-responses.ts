import { z } from 'zod';
import { registryCount, registryDate, registryList, registryText } from './fields.ts';

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

/** Response of a search. */
export const listResponse = z.object({ totalItems: z.number().nullish(), items: registryList(listItem) });

export const person = z.object({
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

/** Fields read of an entity; others are ignored. */
export const detail = z.object({
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

export type Detail = z.output<typeof detail>;
