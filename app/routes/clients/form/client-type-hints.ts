import type { ClientType } from '#rules/clients/client-types.ts';

/** One-line hints for choosing a type. */
export const clientTypeHints: Record<ClientType, string> = {
  individual: 'One person acting for themselves',
  soleTrader: 'One person who carries on a business in their own name',
  joint: 'Two or more people together, such as a couple; each is verified',
  company: 'Registered in New Zealand or Australia, not listed on an exchange',
  overseasCompany: 'Formed under the law of another country',
  partnership: 'Two or more partners without a registered limited partnership',
  limitedPartnership: 'Registered, with general and limited partners',
  trust: 'Trustees who hold property for others, family trusts included',
  smsf: 'An Australian superannuation fund run by its members',
  estate: 'The property of a person who has died, in the hands of executors or administrators',
  charity: 'Registered for charitable purposes',
  society: 'An incorporated or unincorporated society, club or association',
  government: 'A department, council, state-owned enterprise or other public body',
  listedIssuer: 'A company listed on a recognised exchange',
  other: 'None of these, such as a Māori incorporation, co-operative or body corporate',
};
