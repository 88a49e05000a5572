import { clientFields } from '#rules/clients/client-fields.ts';
import { clientTypeLabels, getClientKind } from '#rules/clients/client-types.ts';
import { getFields, isConditional } from '#rules/clients/fields-by-type.ts';
import { impossibleDates } from '#rules/clients/plausible-dates.ts';
import { countryName } from '#rules/countries.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { entriesByPlace, isEmptyValue, type RecordFields } from '#rules/records/fields.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { getDates } from './confirmation-checks.ts';
import { preCommencementProblems } from './pre-commencement.ts';
import type { ClientDetails } from './record/client-record.ts';

/**
 * Errors for fields that do not apply to the client's type and country. Such values are rejected, not dropped, so that
 * no input is lost silently.
 */
export function misplacedFields(
  details: ClientDetails,
  described: RecordFields = clientFields,
): Record<string, string[]> {
  const { clientType, individual, business } = details;
  const country = business ? business.registrationCountry : (individual?.residenceCountry ?? '');
  const applicable = new Set<string>(getFields(clientType, country, described));
  const type = clientTypeLabels[clientType];
  const hint = business
    ? `“${type}, ${countryName(country)}”. Clear it, or change the type or country`
    : `“${type}”. Clear it, or change the type to “${clientTypeLabels.soleTrader}”`;
  return Object.fromEntries(
    entriesByPlace(described, details)
      .part.filter(({ name, field }) => isConditional(getClientKind(clientType), name, field))
      .filter(({ name, value }) => !isEmptyValue(value) && !applicable.has(name))
      .map(({ path, field }) => [path, [`${field.label} does not apply to ${hint}`]]),
  );
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
