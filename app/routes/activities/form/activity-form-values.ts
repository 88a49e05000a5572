import type { Activity } from '#contract/activities.ts';
import type { ConfirmationQuestion } from '#contract/errors.ts';
import { activityFields } from '#rules/activity-record/activity-fields.ts';
import type { Capacity } from '#rules/activity-types.ts';
import { hasOwnDay } from '#rules/firm/cdd-delay.ts';
import { toEntered } from '#rules/records/fields.ts';
import type { ClientMatch } from '../../../components/activities/client-finder.tsx';
import type { AddressFormResult } from '../../../components/address/address-form.server.ts';
import { addressRow } from '../../../components/address/address-row.ts';
import { formatFoundAddress } from '../../../components/address/address-text.ts';
import type { MergedRecord } from '../../../components/forms/merged-versions.tsx';
import { toEntries } from '../../../components/forms/three-way-merge.ts';

/** A party as the form has it; `name` is carried along to be shown. */
export interface PartyRow {
  clientId: string;
  name: string;
  capacity: Capacity;
}

/** Initial values of the fields: texts by name, and the rows that can be added and removed. */
export interface ActivityFormValues {
  texts: Record<string, unknown>;
  parties: PartyRow[];
  countries: string[];
}

/** The action’s result when nothing was saved. */
export interface ActivityFormResult extends AddressFormResult {
  parties: PartyRow[];
  countries: string[];
  /** Results of a "Find client" button pressed without script. */
  clients?: { matches: ClientMatch[]; problem?: string };
  /** A party or country was just added or removed without script: where the page sets the focus. */
  changed?: 'parties' | 'countries';
  /** Another user saved first: both versions, merged, with the user and time. */
  stale?: MergedRecord;
  /** The same form was submitted before with other details, which created or changed this activity. */
  sentBefore?: { id: string; name: string };
  questions?: ConfirmationQuestion[];
  /** Replaces the request key that is used up. */
  requestKey?: string;
}

/** An amount of whole minor units as typed: 1250050 is "12500.50". */
function typedAmount(amount: number): string {
  const cents = amount % 100;
  const whole = String((amount - cents) / 100);
  return cents === 0 ? whole : `${whole}.${String(cents).padStart(2, '0')}`;
}

/** Initial values of the form of an existing activity. */
export function getActivityValues(activity: Activity, country: string): ActivityFormValues {
  const { address, maxTransactionValue: amount, delayedCdd, assignee, reviewer } = activity;
  const { fundsCountries: countries, ...described } = toEntered(activityFields, 'none', activity);
  return {
    texts: {
      ...described,
      activityType: activity.activityType,
      capturedActivityNz: activity.capturedActivityNz ?? undefined,
      designatedServiceAu: activity.designatedServiceAu ?? undefined,
      outsideScopeNz: activity.outsideScopeNz ?? undefined,
      outsideScopeAu: activity.outsideScopeAu ?? undefined,
      maxTransactionValue: amount === null ? undefined : typedAmount(amount),
      currency: activity.currency,
      delayedCddBasis: delayedCdd?.basis,
      delayedCddGround: delayedCdd?.ground,
      delayedCddRiskLimits: delayedCdd?.riskLimits ?? undefined,
      delayedCddDueOn: delayedCdd && hasOwnDay(delayedCdd.basis) ? delayedCdd.dueOn : undefined,
      assigneeMemberId: assignee?.id,
      reviewerMemberId: reviewer?.id,
      addresses: [
        address
          ? { ...address, ...(address.provider === 'addy' ? { found: formatFoundAddress(address) } : {}) }
          : { countryCode: country },
      ],
    },
    parties: activity.parties.map(({ clientId, name, capacity }) => ({ clientId, name, capacity })),
    countries,
  };
}

/** The fields that a form with these values would post. */
export const getActivityEntries = ({ texts, parties, countries }: ActivityFormValues): [string, string][] => [
  ...toEntries({ ...texts, parties }),
  ...countries.map((code): [string, string] => ['fundsCountries', code]),
];

/** Initial values of the form of a new activity. */
export function emptyValues(
  country: 'AUS' | 'NZL',
  assigneeMemberId: string,
  parties: PartyRow[],
): ActivityFormValues {
  return {
    texts: {
      currency: country === 'AUS' ? 'AUD' : 'NZD',
      assigneeMemberId,
      addresses: [{ countryCode: country }],
    },
    parties,
    countries: [],
  };
}

/** Field names of the API under those of the form. */
export function formName(name: string): string {
  return name.replace(/\.(\d+)(?=\.|$)/g, '[$1]').replace(/^address(?=\.|$)/, addressRow);
}
