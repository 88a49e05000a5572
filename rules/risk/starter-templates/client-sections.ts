import type { Option, Question, Section } from '#rules/risk/template.ts';
import { type Law, moneyThrough } from './legal-references.ts';
import { country, money, multi, option, single, text, when, whenOneOf, yesNo } from './question-builders.ts';

const people = ['individual', 'soleTrader'];

/** Countries the client belongs to. */
function homeQuestions(law: Law): Question[] {
  return [
    country(
      {
        key: 'residence',
        factor: 'country',
        weight: 4,
        text: 'Where does the client live?',
        prefill: 'client.residenceCountry',
        showWhen: whenOneOf('clientType', people),
      },
      25,
      law.basedIn,
    ),
    country(
      {
        key: 'formation',
        factor: 'country',
        weight: 4,
        text: 'Under which country’s law was it formed?',
        help: 'For joint clients and estates: where they live, or where the estate is administered.',
        prefill: 'client.registrationCountry',
        showWhen: { op: 'not', of: whenOneOf('clientType', people) },
      },
      30,
      law.basedIn,
    ),
    country(
      {
        key: 'citizenships',
        factor: 'country',
        weight: 1,
        text: 'Of which countries is the client a citizen?',
        multiple: true,
        prefill: 'client.citizenships',
        showWhen: whenOneOf('clientType', people),
      },
      15,
    ),
  ];
}

/** Origin and destination of the money. */
function moneyQuestions(law: Law): Question[] {
  return [
    country(
      {
        key: 'fundsFrom',
        factor: 'country',
        weight: 3,
        text: 'From which countries does the client’s money come?',
        multiple: true,
      },
      35,
      moneyThrough,
    ),
    country(
      {
        key: 'dealsWith',
        factor: 'country',
        weight: 2,
        text: 'With which countries does the client do business, or where do they send money?',
        help: `Select ${law.countryName} if there is no other.`,
        multiple: true,
      },
      30,
      moneyThrough,
    ),
  ];
}

/** Where the client lives or was formed, and where its money comes from. */
export function countrySection(law: Law): Section {
  return {
    key: 'country',
    title: 'Countries',
    help: 'Countries score by your company’s country lists. The date each list was checked is shown beside the answer.',
    questions: [...homeQuestions(law), ...moneyQuestions(law)],
  };
}

/** Services requested. `services`: those captured by the country's law. */
export function serviceSection(law: Law, help: string, services: readonly Option[]): Section {
  return {
    key: 'service',
    title: 'Services',
    help,
    questions: [
      multi(
        {
          key: 'services',
          factor: 'service',
          weight: 4,
          text: 'Which of your services does the client want?',
          help: 'Select all that apply. The riskiest counts.',
        },
        services,
      ),
      single(
        {
          key: 'complexity',
          factor: 'service',
          weight: 2,
          text: 'How complicated is the service they want?',
        },
        [
          option('plain', 'A plain matter with an obvious result', 10),
          option('steps', 'Several steps or parties, each with its reason', 40),
          option('complex', 'Complex or unusually large for a client like this', 80, law.unusual),
        ],
      ),
      single(
        {
          key: 'purposeClear',
          factor: 'service',
          weight: 3,
          text: 'Do you understand why they want it, and why from you?',
        },
        [
          option('clear', 'Yes', 0),
          option('partly', 'Partly', 50),
          option('none', 'There is no apparent economic or lawful purpose', 100, {
            floor: 'high',
            ...law.unusual,
          }),
        ],
      ),
      text({
        key: 'purpose',
        factor: 'service',
        text: 'What is the relationship for?',
        help: 'A sentence or two, as you would tell a colleague: the nature and purpose of the relationship.',
        prefill: 'client.relationshipPurpose',
      }),
    ],
  };
}

/** Delivery channel and intermediaries. */
export function channelSection(): Section {
  return {
    key: 'channel',
    title: 'How you deal with each other',
    questions: [
      single({ key: 'met', factor: 'channel', weight: 3, text: 'How have you met the client?' }, [
        option('inPerson', 'In person', 0),
        option('remoteBiometric', 'Remotely, with a check of their face against their document', 30),
        option('remoteDocuments', 'Remotely, with documents alone', 60),
        option('notMet', 'Not at all: only through someone else', 80),
      ]),
      single(
        {
          key: 'intermediary',
          factor: 'channel',
          weight: 2,
          text: 'Did someone introduce the client or act as intermediary?',
        },
        [
          option('none', 'No', 0),
          option('regulated', 'Someone who has duties against money laundering too', 20),
          option('unregulated', 'Someone who has none', 60),
          option('overseas', 'Someone overseas', 80),
        ],
      ),
    ],
  };
}

/** Amounts, cash and virtual assets. */
function amountQuestions(law: Law): Question[] {
  return [
    money(
      {
        key: 'yearlyValue',
        factor: 'transaction',
        weight: 3,
        text: 'About how much money will pass in a year?',
        help: 'The value of what you help with, not your fee.',
      },
      [
        [50_000, 10],
        [250_000, 30],
        [1_000_000, 60],
      ],
      90,
    ),
    single(
      {
        key: 'cash',
        factor: 'transaction',
        weight: 3,
        text: 'Will the client pay or receive cash?',
        help: `Cash of ${law.cashWords} or more means ${law.cashReport}.`,
      },
      [
        option('none', 'No', 0),
        option('some', `Yes, below ${law.cashWords} each time`, 40),
        option('much', `Yes, ${law.cashWords} or more at a time`, 90, { floor: 'medium' }),
      ],
    ),
    yesNo(
      {
        key: 'virtualAssets',
        factor: 'transaction',
        weight: 2,
        text: 'Does money come from or go into virtual assets, such as cryptocurrency?',
      },
      70,
    ),
  ];
}

/** Third parties and the source of the money. */
function sourceQuestions(): Question[] {
  return [
    single(
      {
        key: 'thirdParties',
        factor: 'transaction',
        weight: 2,
        text: 'Will others pay for the client, or be paid in the client’s place?',
      },
      [
        option('none', 'No', 0),
        option('related', 'Yes, family or companies of the same group', 30),
        option('unrelated', 'Yes, others', 80),
      ],
    ),
    text({
      key: 'sourceOfFunds',
      factor: 'transaction',
      text: 'Where do the client’s money and wealth come from, and what shows it?',
      help: 'Attach what you have seen: a sale and purchase agreement, statements, a will, accounts.',
      evidenceRequired: true,
      showWhen: {
        op: 'any',
        of: [
          { op: 'atLeast', question: 'yearlyValue', value: 100_000_001 },
          when('pep', 'foreign'),
          when('relatedToForeignPep', 'yes'),
          when('cash', 'much'),
        ],
      },
    }),
  ];
}

/** Expected amounts and types of money. */
export function transactionSection(law: Law): Section {
  return {
    key: 'transaction',
    title: 'Money',
    questions: [...amountQuestions(law), ...sourceQuestions()],
  };
}

/** Confirmed screening results. */
export function screeningSection(law: Law): Section {
  return {
    key: 'screening',
    title: 'Screening',
    help: 'Only decided matches count as confirmed. A match score says nothing about risk.',
    questions: [
      single(
        {
          key: 'sanctions',
          factor: 'screening',
          weight: 3,
          text: `Is the client, or anyone who owns or controls it, on a sanctions list (${law.sanctionsLists})?`,
          help: 'A confirmed match: do not proceed, do not deal with what they own, and tell your compliance officer at once.',
          prefill: 'client.sanctionsStatus',
        },
        [
          option('clear', 'No', 0),
          option('potential', 'A possible match is not decided yet', 60, { floor: 'high' }),
          option('confirmed', 'Yes, confirmed', 100, { floor: 'high', prohibit: true }),
        ],
      ),
      yesNo(
        {
          key: 'otherMatch',
          factor: 'screening',
          weight: 2,
          text: 'Has any other match been confirmed, such as a warning list or a ban from managing companies?',
        },
        80,
        { floor: 'high' },
      ),
    ],
  };
}
