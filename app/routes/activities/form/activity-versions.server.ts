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
import type { VersionRow } from '../../../components/forms/version-conflict.tsx';

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

/** All fields of an activity, formatted, in the form's order. */
function formatFields(activity: Compared): [label: string, text: string][] {
  const { maxTransactionValue: amount } = activity;
  return [
    ['Name', activity.name],
    ['Type', activityTypeLabels[activity.activityType]],
    ['Captured activity (NZ)', service(activity.capturedActivityNz)],
    ['Designated service (AU)', service(activity.designatedServiceAu)],
    [activityFieldLabels.outsideScopeNz, ground(activity.outsideScopeNz)],
    [activityFieldLabels.outsideScopeAu, ground(activity.outsideScopeAu)],
    [activityFieldLabels.noServiceReason, orEmpty(activity.noServiceReason)],
    ['Note on the service', orEmpty(activity.capturedService)],
    ['Nature', orEmpty(activity.nature)],
    ['Purpose', orEmpty(activity.purpose)],
    [
      'Parties',
      activity.parties.map(({ name, capacity }) => `${name} (${capacityLabels[capacity]})`).join('\n'),
    ],
    [
      'Maximum transaction value',
      typeof amount === 'number' ? formatMoney(amount, activity.currency, { cents: 'ifAny' }) : '',
    ],
    ['Cash expected', yesNo(activity.cashExpected)],
    ['Countries of the funds', activity.fundsCountries.map(countryName).join('\n')],
    ['Source of funds', orEmpty(activity.sourceOfFunds)],
    ['Address', activity.address ? toAddressLines(activity.address).join('\n') : ''],
    ['Exchange', day(activity.exchangeOn)],
    ['Settlement', day(activity.settlementOn)],
    ['Delayed CDD', activity.basis === undefined ? '' : delayBasisLabels[activity.basis]],
    ['Service started', day(activity.serviceStartedOn)],
    ['CDD done by', day(activity.ownDay)],
    ['Ground for delayed CDD', orEmpty(activity.ground)],
    ['Limits of the risk while CDD is delayed', orEmpty(activity.riskLimits)],
    ['Assigned to', orEmpty(activity.assignee)],
    ['Reviewer', orEmpty(activity.reviewer)],
    ['External ID', orEmpty(activity.externalId)],
  ];
}

/** Two versions of an activity, field by field, without fields that are empty in both. */
export function versionRows(
  mine: ActivityInput,
  saved: Activity,
  names: {
    parties: readonly { clientId: string; name: string }[];
    members: readonly { id: string; name: string }[];
  },
): VersionRow[] {
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
    }),
  );
  return mineFormatted
    .map(([label, text]) => ({ label, mine: text, kept: savedFormatted.get(label) ?? '' }))
    .filter((row) => row.mine !== '' || row.kept !== '');
}
