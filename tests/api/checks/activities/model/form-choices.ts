import fc from 'fast-check';
import type { FormChoice } from './form.ts';

/** What somebody fills in otherwise. */
export type FormChanges = Partial<FormChoice>;

const delay = fc.option(
  fc.record({
    basis: fc.constantFrom('property', 'property', 'relationship', 'relationship', 'general'),
    limits: fc.boolean(),
    ownDay: fc.constantFrom(null, 5, '2099-12-31'),
  }),
  { nil: null },
);

/** Any few changes of a form: of a party, of a fact, of the service, or of the delay and its days. */
export const anyChanges: fc.Arbitrary<FormChanges> = fc.oneof(
  fc.record(
    {
      first: fc.constantFrom('customer', 'otherParty', 'left'),
      second: fc.constantFrom('otherParty', 'customer', 'onBehalfOf', 'left'),
      third: fc.constantFrom('otherParty', 'customer', 'left'),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      value: fc.constantFrom(1_000_00, 9_900_000_00),
      cash: fc.boolean(),
      countries: fc.constantFrom('none', 'listed'),
      nature: fc.constantFrom('home', 'other'),
      purpose: fc.constantFrom('home', 'other'),
      funds: fc.constantFrom('none', 'savings'),
      place: fc.constantFrom('none', 'site'),
      name: fc.constantFrom('Sale of 12 Rata Street', 'Sale of 14 Rata Street'),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      service: fc.constantFrom(
        'au.t5.1',
        'au.t6.1',
        'nz.a6',
        'nz.a6 and au.t6.1',
        'nz.a6, outside Australia',
        'none',
        'outside',
      ),
      type: fc.constantFrom('matter', 'propertySale', 'propertyPurchase'),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      delay,
      exchange: fc.constantFrom(null, -40, -20, 5),
      settlement: fc.constantFrom(null, 40, '2090-06-30'),
      started: fc.constantFrom(null, -10, 5),
    },
    { requiredKeys: ['delay'] },
  ),
) as fc.Arbitrary<FormChanges>;
