import type { Option, Question, Section } from '#rules/risk/template.ts';
import type { Law } from './legal-references.ts';
import { multi, option, single, text, when, whenOneOf, yesNo } from './question-builders.ts';

/** Keys of services related to land or buildings. */
const aboutProperty = ['realEstate', 'conveyancing'];

function propertyQuestions(): Question[] {
  const showWhen = whenOneOf('capturedService', aboutProperty);
  return [
    single(
      {
        key: 'priceFits',
        factor: 'service',
        weight: 2,
        text: 'Does the price fit the market?',
        help: 'Compare with a valuation or with recent sales nearby.',
        showWhen,
      },
      [
        option('fits', 'Yes', 0),
        option('somewhat', 'It is somewhat high or low, with a reason', 30),
        option('farOff', 'It is far too high or too low', 90),
      ],
    ),
    yesNo(
      {
        key: 'quickResale',
        factor: 'service',
        weight: 1,
        text: 'Was it sold within the last six months, or is it to be sold on at once?',
        showWhen,
      },
      60,
    ),
  ];
}

/** Nature of the activity. `services`: those captured by the country's law. */
export function activityServiceSection(law: Law, help: string, services: readonly Option[]): Section {
  return {
    key: 'service',
    title: 'What is being done',
    help: `Captured by the ${law.fullActName}. ${help}`,
    questions: [
      single(
        {
          key: 'capturedService',
          factor: 'service',
          weight: 4,
          text: 'Which service is it?',
          help: 'Filled in from the activity’s record. If it is wrong, correct the record.',
          prefill: 'activity.capturedService',
        },
        services,
      ),
      text({
        key: 'whatIsDone',
        factor: 'service',
        text: 'What is being done, who is it for, and why?',
        help: 'A sentence or two, as you would tell a colleague.',
      }),
      single({ key: 'structure', factor: 'service', weight: 3, text: 'How is it arranged?' }, [
        option('plain', 'In the usual way', 0),
        option('steps', 'In several steps, each with its reason', 30),
        option(
          'layers',
          'Through companies, trusts or countries that it does not seem to need',
          80,
          law.unusual,
        ),
      ]),
      single(
        {
          key: 'lawfulPurpose',
          factor: 'service',
          weight: 3,
          text: 'Is there an apparent economic and lawful purpose?',
          help: 'If there is none, write down what you found out, and tell your compliance officer and not the client.',
        },
        [
          option('clear', 'Yes', 0),
          option('partly', 'Not all of it is clear yet', 60),
          option('none', 'No', 100, { floor: 'high', ...law.unusual }),
        ],
      ),
      yesNo(
        {
          key: 'urgency',
          factor: 'service',
          weight: 2,
          text: 'Is there pressure to finish unusually fast, or to skip a step?',
        },
        60,
      ),
      ...propertyQuestions(),
    ],
  };
}

/** Questions about the clients as known. */
function knownClientQuestions(law: Law): Question[] {
  return [
    single(
      {
        key: 'clientRisk',
        factor: 'customer',
        weight: 4,
        text: 'What is the highest risk level among the clients?',
        prefill: 'activity.customerRiskLevel',
      },
      [
        option('low', 'Low', 10),
        option('medium', 'Medium', 50),
        option('high', 'High', 90, { floor: 'medium' }),
      ],
    ),
    single(
      {
        key: 'pep',
        factor: 'customer',
        weight: 2,
        text: 'Is a client, or anyone who owns or controls one, a politically exposed person (PEP)?',
        help: `Only confirmed findings count. A foreign PEP requires enhanced CDD (${law.foreignPepProvision}) and a senior manager’s approval.`,
        prefill: 'activity.customerPepStatus',
      },
      [
        option('none', 'No', 0),
        option('domestic', `Yes, in ${law.countryName}`, 50),
        option('internationalOrganisation', 'Yes, in an international organisation', 60),
        option('relativeOrAssociate', 'A relative or close associate of one', 60),
        option('foreign', 'Yes, in another country', 100, { floor: 'high', cddLevel: 'enhanced' }),
      ],
    ),
    single(
      {
        key: 'fitsProfile',
        factor: 'customer',
        weight: 3,
        text: 'Does it fit what you know of the clients: their work, means and earlier dealings?',
      },
      [
        option('fits', 'Yes', 0),
        option('explained', 'It is unusual for them, but explained', 40),
        option('doesNotFit', 'No', 90, { floor: 'medium' }),
      ],
    ),
  ];
}

/** Persons on whose behalf the clients act, and other parties. */
function otherPartyQuestions(): Question[] {
  return [
    single(
      {
        key: 'onBehalf',
        factor: 'customer',
        weight: 2,
        text: 'Who do the clients act for?',
      },
      [
        option('themselves', 'For themselves', 0),
        option('named', 'For someone you have identified', 30),
        option('unclear', 'For someone you have not identified yet', 100, { floor: 'high' }),
      ],
    ),
    single(
      {
        key: 'counterparty',
        factor: 'customer',
        weight: 2,
        text: 'What do you know about the other side?',
        help: 'The buyer or seller, lender, or anyone else who takes part and is not your client. Select the first if there is no one.',
      },
      [
        option('none', 'There is none, or it is a bank, a government body or a listed company', 0),
        option('known', 'You know who they are', 20),
        option('unknown', 'You do not know who owns or controls them', 60),
        option('concern', 'There is something about them that concerns you', 90),
      ],
    ),
    text({
      key: 'counterpartyConcern',
      factor: 'customer',
      text: 'What concerns you about the other side?',
      help: 'Attach what you found.',
      evidenceRequired: true,
      showWhen: when('counterparty', 'concern'),
    }),
  ];
}

/** Clients and other parties. */
export function activityPeopleSection(law: Law): Section {
  return {
    key: 'people',
    title: 'Clients and other parties',
    questions: [...knownClientQuestions(law), ...otherPartyQuestions()],
  };
}

/** How instructions are received. */
export function activityChannelSection(): Section {
  return {
    key: 'channel',
    title: 'How you are instructed',
    questions: [
      single({ key: 'instructions', factor: 'channel', weight: 2, text: 'How do instructions come?' }, [
        option('direct', 'From the client, in person or as you are used to', 0),
        option('remote', 'From the client, remotely, and checked by a known number', 20),
        option('intermediary', 'Through someone else who has authority', 50),
        option('unchecked', 'From someone new, or changed by email without a check', 80),
      ]),
      yesNo(
        {
          key: 'unexplainedRole',
          factor: 'channel',
          weight: 2,
          text: 'Does anyone take part, or earn a fee, whose role you cannot explain?',
        },
        80,
      ),
    ],
  };
}

/** Whether all parties are screened. */
export function activityScreeningSection(law: Law): Section {
  return {
    key: 'screening',
    title: 'Screening',
    questions: [
      multi(
        {
          key: 'screeningResult',
          factor: 'screening',
          weight: 3,
          text: 'What has screening of everyone who takes part shown?',
          help: `Sanctions means ${law.sanctionsLists}. A confirmed match: do not proceed, and tell your compliance officer at once.`,
        },
        [
          option('clear', 'No match', 0),
          option('notAll', 'Not everyone is screened yet', 50),
          option('undecided', 'A possible match is not decided yet', 70, { floor: 'high' }),
          option('otherMatch', 'A confirmed match that is not about sanctions', 80, { floor: 'high' }),
          option('sanctions', 'A confirmed match with a sanctions list', 100, {
            floor: 'high',
            prohibit: true,
          }),
        ],
      ),
    ],
  };
}
