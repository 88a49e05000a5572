import type { Activity, ActivityInput } from '#contract/activities.ts';
import { activityTypeLabels, type Capacity, capacityLabels } from '#rules/activity-types.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { countryName } from '#rules/countries.ts';
import type { VersionRow } from '../../components/forms/stale-record.tsx';
import { addressLines } from '../clients/client-versions.server.ts';
import { moneyText } from './activity-texts.server.ts';

type Text = string | null | undefined;

/** What a posted activity and a kept one have in common. */
type Compared = Pick<Activity, 'name' | 'activityType' | 'currency' | 'cashExpected' | 'fundsCountries'> & {
  [K in
    | 'capturedService'
    | 'nature'
    | 'purpose'
    | 'sourceOfFunds'
    | 'exchangeOn'
    | 'settlementOn'
    | 'externalId']?: Text;
} & {
  parties: readonly { name: string; capacity: Capacity }[];
  maxTransactionValue?: number | null;
  address?: Activity['address'];
  ground?: Text;
  assignee?: Text;
  reviewer?: Text;
};

const shown = (text: Text) => text ?? '';
const day = (date: Text) => (date ? formatDate(date) : '');

/** Every field of an activity in words, in the form's order. */
function inWords(activity: Compared): [label: string, text: string][] {
  const { maxTransactionValue: amount } = activity;
  return [
    ['Name', activity.name],
    ['Type', activityTypeLabels[activity.activityType]],
    ['Captured activity or designated service', shown(activity.capturedService)],
    ['Nature', shown(activity.nature)],
    ['Purpose', shown(activity.purpose)],
    [
      'Parties',
      activity.parties.map(({ name, capacity }) => `${name} (${capacityLabels[capacity]})`).join('\n'),
    ],
    ['Largest transaction', typeof amount === 'number' ? moneyText(amount, activity.currency) : ''],
    ['Cash expected', activity.cashExpected ? 'Yes' : 'No'],
    ['Countries of the funds', activity.fundsCountries.map(countryName).join('\n')],
    ['Source of funds', shown(activity.sourceOfFunds)],
    ['Address', activity.address ? addressLines(activity.address).join('\n') : ''],
    ['Exchange', day(activity.exchangeOn)],
    ['Settlement', day(activity.settlementOn)],
    ['Ground for later due diligence', shown(activity.ground)],
    ['Assigned to', shown(activity.assignee)],
    ['Reviewer', shown(activity.reviewer)],
    ['Your reference', shown(activity.externalId)],
  ];
}

/** Two versions of an activity, field by field, without the fields that both leave empty. */
export function versionRows(
  mine: ActivityInput,
  kept: Activity,
  names: {
    parties: readonly { clientId: string; name: string }[];
    members: readonly { id: string; name: string }[];
  },
): VersionRow[] {
  const nameOf = (id: string | undefined) =>
    id === undefined ? '' : (names.members.find((member) => member.id === id)?.name ?? 'Somebody else');
  const mineInWords = inWords({
    ...mine,
    parties: mine.parties.map(({ clientId, capacity }) => ({
      capacity,
      name: names.parties.find((party) => party.clientId === clientId)?.name ?? 'A client',
    })),
    ground: mine.delayedCddGround,
    assignee: nameOf(mine.assigneeMemberId),
    reviewer: nameOf(mine.reviewerMemberId),
  });
  const keptInWords = new Map(
    inWords({
      ...kept,
      ground: kept.delayedCdd?.ground,
      assignee: kept.assignee?.name,
      reviewer: kept.reviewer?.name,
    }),
  );
  return mineInWords
    .map(([label, text]) => ({ label, mine: text, kept: keptInWords.get(label) ?? '' }))
    .filter((row) => row.mine !== '' || row.kept !== '');
}
