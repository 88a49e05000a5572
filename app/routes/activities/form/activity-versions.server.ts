import type { Activity, ActivityInput } from '#contract/activities.ts';
import { type ActivityFields, activityFields } from '#rules/activity-record/activity-fields.ts';
import { activityTypeLabels, type Capacity, capacityLabels } from '#rules/activity-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
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
import { fieldTexts } from '#rules/records/field-texts.ts';
import { type RecordFields, valueIn } from '#rules/records/fields.ts';
import type { MergedRow } from '../../../components/forms/merged-versions.tsx';

type Text = string | null | undefined;

/** The fields that a submitted and a saved activity share, besides the described ones. */
type Compared = Pick<Activity, 'activityType' | 'currency'> & {
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

/** Fields with a shape of their own: formatted, with the names of their inputs where those differ. */
function formatOwn(activity: Compared): Partial<Record<string, [text: string, ...names: string[]]>> {
  const { maxTransactionValue: amount } = activity;
  const people = activity.parties.map(({ name, capacity }) => `${name} (${capacityLabels[capacity]})`);
  const value = typeof amount === 'number' ? formatMoney(amount, activity.currency, { cents: 'ifAny' }) : '';
  return {
    activityType: [activityTypeLabels[activity.activityType]],
    capturedActivityNz: [service(activity.capturedActivityNz)],
    designatedServiceAu: [service(activity.designatedServiceAu)],
    outsideScopeNz: [ground(activity.outsideScopeNz)],
    outsideScopeAu: [ground(activity.outsideScopeAu)],
    parties: [people.join('\n')],
    maxTransactionValue: [value, 'maxTransactionValue', 'currency'],
    address: [activity.address ? toAddressLines(activity.address).join('\n') : '', 'addresses'],
    delayedCddBasis: [activity.basis === undefined ? '' : delayBasisLabels[activity.basis]],
    delayedCddDueOn: [day(activity.ownDay)],
    delayedCddGround: [orEmpty(activity.ground)],
    delayedCddRiskLimits: [orEmpty(activity.riskLimits)],
    assigneeMemberId: [orEmpty(activity.assignee)],
    reviewerMemberId: [orEmpty(activity.reviewer)],
  } satisfies Partial<Record<keyof ActivityFields, [text: string, ...names: string[]]>>;
}

/** All fields of an activity, formatted, in the form's order. */
export function formatFields(fields: RecordFields, activity: Compared): FormattedField[] {
  const own = formatOwn(activity);
  return Object.entries(fields).flatMap(([name, field]): FormattedField[] => {
    if (field.kind !== 'own') {
      const value = valueIn(activity, name, field);
      return [[field.label, fieldTexts({ name, field, value }).join('\n'), name]];
    }
    const [text, ...names] = own[name] ?? [];
    return text === undefined ? [] : [[field.label, text, ...(names.length > 0 ? names : [name])]];
  });
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
  const mineFormatted = formatFields(activityFields, {
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
    formatFields(activityFields, {
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
