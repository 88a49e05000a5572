import type { Question, Section } from '#rules/risk/template.ts';
import { type Law, moneyThrough } from './legal-references.ts';
import { country, money, option, single, text, when, yesNo } from './question-builders.ts';

/** Countries of the money and of the other parties. */
export function activityCountrySection(law: Law): Section {
  return {
    key: 'country',
    title: 'Countries',
    help: 'Countries score by your company’s country lists. The date each list was checked is shown beside the answer.',
    questions: [
      country(
        {
          key: 'fundsFrom',
          factor: 'country',
          weight: 3,
          text: 'From which countries does the money come?',
          multiple: true,
          prefill: 'activity.fundsCountries',
        },
        35,
        moneyThrough,
      ),
      country(
        {
          key: 'fundsTo',
          factor: 'country',
          weight: 3,
          text: 'To which countries does money or property go?',
          help: `Select ${law.countryName} if it stays here.`,
          multiple: true,
        },
        35,
        moneyThrough,
      ),
      country(
        {
          key: 'otherParties',
          factor: 'country',
          weight: 2,
          text: 'In which countries are the other parties?',
          help: `Select ${law.countryName} if there are no others.`,
          multiple: true,
        },
        25,
      ),
      text({
        key: 'listedCountryReason',
        factor: 'country',
        text: 'Why is a country on one of your lists involved, and what shows that?',
        evidenceRequired: true,
        showWhen: {
          op: 'any',
          of: ['fundsFrom', 'fundsTo', 'otherParties'].map((question) => ({
            op: 'onList' as const,
            question,
            lists: ['callForAction', 'increasedMonitoring', 'firm'] as const,
          })),
        },
      }),
    ],
  };
}

/** Amounts, cash and virtual assets. */
function amountQuestions(law: Law): Question[] {
  return [
    money(
      {
        key: 'value',
        factor: 'transaction',
        weight: 3,
        text: 'What is the most that it is worth?',
        help: 'The value of what is done, not your fee.',
        prefill: 'activity.maxTransactionValue',
      },
      [
        [50_000, 10],
        [250_000, 25],
        [1_000_000, 45],
        [5_000_000, 70],
      ],
      90,
    ),
    yesNo(
      {
        key: 'cash',
        factor: 'transaction',
        weight: 3,
        text: 'Will cash be paid or received?',
        prefill: 'activity.cashExpected',
      },
      60,
    ),
    money(
      {
        key: 'cashAmount',
        factor: 'transaction',
        weight: 2,
        text: 'How much cash?',
        help: `Cash of ${law.cashWords} or more means ${law.cashReport}. Amounts just below it deserve a second look.`,
        showWhen: when('cash', 'yes'),
      },
      [
        [law.cashDollars / 2, 40],
        [law.cashDollars - 0.01, 80],
      ],
      90,
    ),
    yesNo(
      {
        key: 'virtualAssets',
        factor: 'transaction',
        weight: 2,
        text: 'Are virtual assets, such as cryptocurrency, part of it?',
      },
      70,
    ),
  ];
}

/** The payer and the source of the money. */
function payerQuestions(): Question[] {
  return [
    single(
      {
        key: 'thirdPartyPayer',
        factor: 'transaction',
        weight: 3,
        text: 'Does anyone but the client pay, or get paid?',
        help: 'Banks that lend for the purpose do not count.',
      },
      [
        option('none', 'No', 0),
        option('related', 'Yes, family or a company of the same group', 30),
        option('unrelated', 'Yes, others', 80),
        option('unknown', 'Yes, and you do not know who', 100, { floor: 'medium' }),
      ],
    ),
    yesNo(
      {
        key: 'redirected',
        factor: 'transaction',
        weight: 2,
        text: 'Was too much paid, or are you to send money back or somewhere else?',
      },
      75,
    ),
    single(
      {
        key: 'fundsShown',
        factor: 'transaction',
        weight: 3,
        text: 'What shows where the money comes from?',
      },
      [
        option('documents', 'Documents that you have seen', 0),
        option('explained', 'A plausible explanation, without documents', 40),
        option('nothing', 'Nothing yet', 90),
      ],
    ),
    text({
      key: 'sourceOfFunds',
      factor: 'transaction',
      text: 'Where does the money come from?',
      help: 'Attach what you have seen: a sale and purchase agreement, statements, a loan offer, a will.',
      prefill: 'activity.sourceOfFunds',
      evidenceRequired: true,
      showWhen: {
        op: 'any',
        of: [
          { op: 'atLeast', question: 'value', value: 100_000_001 },
          when('clientRisk', 'high'),
          when('pep', 'foreign'),
          when('fundsShown', 'documents'),
        ],
      },
    }),
  ];
}

/** Amount, type and source of the money. */
export function activityMoneySection(law: Law): Section {
  return {
    key: 'money',
    title: 'Money',
    questions: [...amountQuestions(law), ...payerQuestions()],
  };
}
