import type { Activity, ActivityInput } from '#contract/activities.ts';
import { activityTypeLabels, type Capacity, capacityLabels } from '#rules/activity-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { activityFieldLabels } from '#rules/decisions/activity-field-labels.ts';
import {
  type CapturedActivity,
  type DesignatedService,
  formatService,
  type ServiceCode,
} from '#rules/firm/captured-services.ts';
import { type DelayBasis, delayBasisLabels, hasOwnDay } from '#rules/firm/cdd-delay.ts';
import {
  formatScopeGround,
  type OutsideScopeAu,
  type OutsideScopeNz,
  type ScopeGround,
} from '#rules/firm/scope-grounds.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import { formatMoney } from '#rules/format/money.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import type { MergedRow } from '../../../components/forms/merged-versions.tsx';

type Text = string | null | undefined;

/** The fields that a submitted and a saved activity share. */
type Compared = Pick<Activity, 'name' | 'activityType' | 'currency' | 'cashExpected' | 'fundsCountries'> & {
  [K in
    | 'capturedService'
    | 'noServiceReason'
    | 'nature'
    | 'purpose'
    | 'sourceOfFunds'
    | 'exchangeOn'
    | 'settlementOn'
    | 'serviceStartedOn'
    | 'externalId']?: Text;
} & {
  parties: readonly { name: string; capacity: Capacity }[];
  maxTransactionValue?: number | null;
  address?: Activity['address'];
  capturedActivityNz?: CapturedActivity | null;
  designatedServiceAu?: DesignatedService | null;
  outsideScopeNz?: OutsideScopeNz | null;
  outsideScopeAu?: OutsideScopeAu | null;
  basis?: DelayBasis;
  ground?: Text;
  riskLimits?: Text;
  ownDay?: Text;
  assignee?: Text;
  reviewer?: Text;
};

const orEmpty = (text: Text) => text ?? '';
const service = (code: ServiceCode | null | undefined) => (code ? formatService(code) : '');
const ground = (code: ScopeGround | null | undefined) => (code ? formatScopeGround(code) : '');
const day = (date: Text) => (date ? formatDate(date) : '');

/** A field, formatted, with the names of its inputs. */
type FormattedField = [label: string, text: string, ...names: string[]];

/** All fields of an activity, formatted, in the form's order. */
function formatFields(activity: Compared): FormattedField[] {
  const { maxTransactionValue: amount } = activity;
  const people = activity.parties.map(({ name, capacity }) => `${name} (${capacityLabels[capacity]})`);
  const value = typeof amount === 'number' ? formatMoney(amount, activity.currency, { cents: 'ifAny' }) : '';
  return [
    ['Name', activity.name, 'name'],
    ['Type', activityTypeLabels[activity.activityType], 'activityType'],
    ['Captured activity (NZ)', service(activity.capturedActivityNz), 'capturedActivityNz'],
    ['Designated service (AU)', service(activity.designatedServiceAu), 'designatedServiceAu'],
    [activityFieldLabels.outsideScopeNz, ground(activity.outsideScopeNz), 'outsideScopeNz'],
    [activityFieldLabels.outsideScopeAu, ground(activity.outsideScopeAu), 'outsideScopeAu'],
    [activityFieldLabels.noServiceReason, orEmpty(activity.noServiceReason), 'noServiceReason'],
    ['Note on the service', orEmpty(activity.capturedService), 'capturedService'],
    ['Nature', orEmpty(activity.nature), 'nature'],
    ['Purpose', orEmpty(activity.purpose), 'purpose'],
    ['Parties', people.join('\n'), 'parties'],
    ['Maximum transaction value', value, 'maxTransactionValue', 'currency'],
    ['Cash expected', yesNo(activity.cashExpected), 'cashExpected'],
    ['Countries of the funds', activity.fundsCountries.map(countryName).join('\n'), 'fundsCountries'],
    ['Source of funds', orEmpty(activity.sourceOfFunds), 'sourceOfFunds'],
    ['Address', activity.address ? toAddressLines(activity.address).join('\n') : '', 'addresses'],
    ['Exchange', day(activity.exchangeOn), 'exchangeOn'],
    ['Settlement', day(activity.settlementOn), 'settlementOn'],
    ['Delayed CDD', activity.basis === undefined ? '' : delayBasisLabels[activity.basis], 'delayedCddBasis'],
    ['Service started', day(activity.serviceStartedOn), 'serviceStartedOn'],
    ['CDD done by', day(activity.ownDay), 'delayedCddDueOn'],
    ['Ground for delayed CDD', orEmpty(activity.ground), 'delayedCddGround'],
    ['Limits of the risk while CDD is delayed', orEmpty(activity.riskLimits), 'delayedCddRiskLimits'],
    ['Assigned to', orEmpty(activity.assignee), 'assigneeMemberId'],
    ['Reviewer', orEmpty(activity.reviewer), 'reviewerMemberId'],
    ['External ID', orEmpty(activity.externalId), 'externalId'],
  ];
}

/** Two versions of an activity, field by field. */
export function versionRows(
  mine: ActivityInput,
  saved: Activity,
  names: {
    parties: readonly { clientId: string; name: string }[];
    members: readonly { id: string; name: string }[];
  },
): MergedRow[] {
  const getName = (id: string | undefined) =>
    id === undefined ? '' : (names.members.find((member) => member.id === id)?.name ?? 'Someone else');
  const mineFormatted = formatFields({
    ...mine,
    parties: mine.parties.map(({ clientId, capacity }) => ({
      capacity,
      name: names.parties.find((party) => party.clientId === clientId)?.name ?? 'A client',
    })),
    basis: mine.delayedCddBasis,
    ground: mine.delayedCddGround,
    riskLimits: mine.delayedCddRiskLimits,
    ownDay: mine.delayedCddDueOn,
    assignee: getName(mine.assigneeMemberId),
    reviewer: getName(mine.reviewerMemberId),
  });
  const savedFormatted = new Map(
    formatFields({
      ...saved,
      basis: saved.delayedCdd?.basis,
      ground: saved.delayedCdd?.ground,
      riskLimits: saved.delayedCdd?.riskLimits,
      ownDay: saved.delayedCdd && hasOwnDay(saved.delayedCdd.basis) ? saved.delayedCdd.dueOn : undefined,
      assignee: saved.assignee?.name,
      reviewer: saved.reviewer?.name,
    }).map(([label, text]) => [label, text]),
  );
  return mineFormatted.map(([label, text, ...fieldNames]) => ({
    label,
    mine: text,
    kept: savedFormatted.get(label) ?? '',
    names: fieldNames,
  }));
}
