import type { Activity } from '#contract/activities.ts';
import { activityTypeLabels } from '#rules/activity-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { activityFieldLabels } from '#rules/decisions/activity-field-labels.ts';
import { formatService, type ServiceCode } from '#rules/firm/captured-services.ts';
import { delayedSide, delayProvisions } from '#rules/firm/cdd-delay.ts';
import { formatScopeGround } from '#rules/firm/scope-grounds.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import { formatMoney } from '#rules/format/money.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import type { DetailLine, DetailSection } from '../../components/detail-panel.tsx';

function line(label: string, text: string | string[] | null, note?: string): DetailLine {
  const texts = Array.isArray(text) ? text : text ? [text] : [];
  return { label, texts, ...(note ? { note } : {}) };
}

const service = (code: ServiceCode | null) => code && formatService(code);
const day = (date: string | null) => date && formatDate(date);

function dateLines({
  exchangeOn,
  settlementOn,
  settlementFirstAgreedOn,
  serviceStartedOn,
  designatedServiceAu,
  delayedCdd,
}: Activity): DetailLine[] {
  const lines = [line('Exchange', day(exchangeOn)), line('Settlement', day(settlementOn))];
  if (serviceStartedOn) lines.push(line('Service started', day(serviceStartedOn)));
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
      line('Ground for delayed CDD', delayedCdd.ground),
      line('Limits of the risk while CDD is delayed', delayedCdd.riskLimits),
      line('Delay recorded by', delayedCdd.recordedBy?.name ?? null),
      line('Delay approved by', delayedCdd.approval?.by.name ?? 'Awaiting approval'),
    );
  }
  return lines;
}

/** Why the work is outside the law, where that is recorded. */
function scopeLines({ outsideScopeNz, outsideScopeAu, noServiceReason }: Activity): DetailLine[] {
  const lines: [keyof typeof activityFieldLabels, string | null][] = [
    ['outsideScopeNz', outsideScopeNz && formatScopeGround(outsideScopeNz)],
    ['outsideScopeAu', outsideScopeAu && formatScopeGround(outsideScopeAu)],
    ['noServiceReason', noServiceReason],
  ];
  return lines.flatMap(([field, text]) => (text === null ? [] : [line(activityFieldLabels[field], text)]));
}

/** An activity's record as sections of formatted lines. */
export function activitySections(activity: Activity): DetailSection[] {
  const { maxTransactionValue: amount, currency, address } = activity;
  return [
    {
      heading: 'Details',
      lines: [
        line('Type', activityTypeLabels[activity.activityType]),
        line('Captured activity (NZ)', service(activity.capturedActivityNz)),
        line('Designated service (AU)', service(activity.designatedServiceAu)),
        ...scopeLines(activity),
        line('Note on the service', activity.capturedService),
        line('Nature', activity.nature),
        line('Purpose', activity.purpose),
        line('External ID', activity.externalId),
      ],
    },
    {
      heading: 'Money',
      lines: [
        line(
          'Maximum transaction value',
          amount === null ? null : formatMoney(amount, currency, { cents: 'ifAny' }),
        ),
        line('Cash expected', yesNo(activity.cashExpected)),
        line('Source of funds', activity.sourceOfFunds),
        line('Countries of the funds', activity.fundsCountries.map(countryName)),
      ],
    },
    {
      heading: 'Dates and place',
      lines: [...dateLines(activity), line('Address', address ? toAddressLines(address) : null)],
    },
    {
      heading: 'People',
      lines: [
        line('Assigned to', activity.assignee?.name ?? null),
        line('Reviewer', activity.reviewer?.name ?? null),
      ],
    },
  ];
}
