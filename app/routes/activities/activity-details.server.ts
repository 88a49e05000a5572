import type { Activity } from '#contract/activities.ts';
import { activityFields, type FieldGroup, fieldsOfGroup } from '#rules/activity-record/activity-fields.ts';
import { activityTypeLabels } from '#rules/activity-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatService, type ServiceCode } from '#rules/firm/captured-services.ts';
import { delayedSide, delayProvisions } from '#rules/firm/cdd-delay.ts';
import { formatScopeGround } from '#rules/firm/scope-grounds.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import { formatMoney } from '#rules/format/money.ts';
import { fieldTexts } from '#rules/records/field-texts.ts';
import { type RecordFields, valueIn } from '#rules/records/fields.ts';
import type { DetailLine, DetailSection } from '../../components/detail-panel.tsx';

function line(label: string, text: string | string[] | null, note?: string): DetailLine {
  const texts = Array.isArray(text) ? text : text ? [text] : [];
  return { label, texts, ...(note ? { note } : {}) };
}

const service = (code: ServiceCode | null) => code && formatService(code);
const day = (date: string | null) => date && formatDate(date);

/** Lines of the described fields of a group. */
export const groupLines = (fields: RecordFields, group: FieldGroup, activity: Activity): DetailLine[] =>
  fieldsOfGroup(fields, group).map(([name, field]) =>
    line(field.label, fieldTexts({ name, field, value: valueIn(activity, name, field) })),
  );

/** Lines of fields that most activities lack: shown where they have a value. */
const filledLines = (group: FieldGroup, activity: Activity) =>
  groupLines(activityFields, group, activity).filter(({ texts }) => texts.length > 0);

function dateLines(activity: Activity): DetailLine[] {
  const { settlementOn, settlementFirstAgreedOn, designatedServiceAu, delayedCdd } = activity;
  const lines = [...groupLines(activityFields, 'dates', activity), ...filledLines('delay', activity)];
  if (delayedCdd) {
    const { basis } = delayedCdd;
    const side = delayedSide(basis, { designatedServiceAu });
    if (basis === 'property' && settlementFirstAgreedOn !== settlementOn) {
      lines.push(line('Settlement first agreed', day(settlementFirstAgreedOn)));
    }
    lines.push(
      line(
        side === 'otherParty' ? 'CDD on the other party' : 'CDD on the customer',
        `Due by ${formatDate(delayedCdd.dueOn)}`,
        delayProvisions[basis],
      ),
      line(activityFields.delayedCddGround.label, delayedCdd.ground),
      line(activityFields.delayedCddRiskLimits.label, delayedCdd.riskLimits),
      line('Delay recorded by', delayedCdd.recordedBy?.name ?? null),
      line('Delay approved by', delayedCdd.approval?.by.name ?? 'Awaiting approval'),
    );
  }
  return lines;
}

/** Why the work is outside the law, where that is recorded. */
function scopeLines(activity: Activity): DetailLine[] {
  const { outsideScopeNz, outsideScopeAu } = activity;
  const { outsideScopeNz: nz, outsideScopeAu: au } = activityFields;
  return [
    ...(outsideScopeNz ? [line(nz.label, formatScopeGround(outsideScopeNz))] : []),
    ...(outsideScopeAu ? [line(au.label, formatScopeGround(outsideScopeAu))] : []),
    ...filledLines('scope', activity),
  ];
}

/** An activity's record as sections of formatted lines. */
export function activitySections(activity: Activity): DetailSection[] {
  const { maxTransactionValue: amount, currency, address } = activity;
  const fields = activityFields;
  return [
    {
      heading: 'Details',
      lines: [
        line(fields.activityType.label, activityTypeLabels[activity.activityType]),
        line(fields.capturedActivityNz.label, service(activity.capturedActivityNz)),
        line(fields.designatedServiceAu.label, service(activity.designatedServiceAu)),
        ...scopeLines(activity),
        ...groupLines(fields, 'details', activity),
        ...groupLines(fields, 'reference', activity),
      ],
    },
    {
      heading: 'Money',
      lines: [
        line(
          fields.maxTransactionValue.label,
          amount === null ? null : formatMoney(amount, currency, { cents: 'ifAny' }),
        ),
        ...groupLines(fields, 'money', activity),
      ],
    },
    {
      heading: 'Dates and place',
      lines: [...dateLines(activity), line(fields.address.label, address ? toAddressLines(address) : null)],
    },
    {
      heading: 'People',
      lines: [
        line(fields.assigneeMemberId.label, activity.assignee?.name ?? null),
        line(fields.reviewerMemberId.label, activity.reviewer?.name ?? null),
      ],
    },
  ];
}
