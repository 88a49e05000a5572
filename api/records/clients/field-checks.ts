import { getFields } from '#rules/clients/client-fields.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { impossibleDates } from '#rules/clients/plausible-dates.ts';
import { countryName } from '#rules/countries.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { clientIdentifierLabels } from '#rules/identifiers/identifiers.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { getDates } from './confirmation-checks.ts';
import { preCommencementProblems } from './pre-commencement.ts';
import type { ClientDetails } from './record/client-record.ts';

/** Fields that only some types have, as the table of rules/clients/client-fields.ts names them. */
const conditionalFields = {
  ...clientIdentifierLabels,
  tradingNames: 'trading names',
  incorporatedOn: 'date of incorporation',
  trustType: 'kind of trust',
  beneficiaryClassDescription: 'description of beneficiaries',
  hasNomineeShareholders: 'nominee shareholders',
  hasBearerShares: 'bearer shares',
} as const;

/** Trading names apply to all businesses. */
const alwaysForBusinesses = ['tradingNames'];

const isEmpty = (value: unknown) =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0);

/**
 * Errors for fields that do not apply to the client's type and country. Such values are rejected, not dropped, so that
 * no input is lost silently.
 */
export function misplacedFields({
  clientType,
  individual,
  business,
}: ClientDetails): Record<string, string[]> {
  const [part, values] = business ? ['business', business] : ['individual', individual ?? {}];
  const country = business ? business.registrationCountry : (individual?.residenceCountry ?? '');
  const applicable = new Set<string>([
    ...getFields(clientType, country),
    ...(business ? alwaysForBusinesses : []),
  ]);
  const type = clientTypeLabels[clientType];
  const fields: Record<string, string[]> = {};
  for (const [field, label] of Object.entries(conditionalFields)) {
    const value = (values as Record<string, unknown>)[field];
    if (isEmpty(value) || applicable.has(field)) continue;
    fields[`${part}.${field}`] = [
      business
        ? `${label} does not apply to “${type}, ${countryName(country)}”. Clear it, or change the type or country`
        : `${label} does not apply to “${type}”. Clear it, or change the type to “${clientTypeLabels.soleTrader}”`,
    ];
  }
  return fields;
}

/**
 * Sentences by field for what the contract cannot know but the details show: fields of another type, a date in the future, a day that
 * is not of before commencement. `before`: the client as it is; null for a new one.
 */
export function detailProblems(
  details: ClientDetails,
  before: Parameters<typeof preCommencementProblems>[1],
  caller: Pick<MemberCaller, 'member' | 'company'>,
  now: Date,
): Record<string, string[]> {
  return {
    ...misplacedFields(details),
    ...impossibleDates(getDates(details), companyDay(now, caller.company.timeZone)),
    ...preCommencementProblems(details, before, caller, now),
  };
}
