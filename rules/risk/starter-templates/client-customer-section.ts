import { type ClientType, clientTypeLabels } from '#rules/clients/client-types.ts';
import type { Question, Section } from '#rules/risk/template.ts';
import type { Law } from './legal-references.ts';
import { multi, option, single, text, when, whenOneOf, yesNo } from './question-builders.ts';

const typePoints: Record<ClientType, number> = {
  individual: 10,
  soleTrader: 20,
  joint: 10,
  company: 30,
  overseasCompany: 60,
  partnership: 40,
  limitedPartnership: 50,
  trust: 60,
  smsf: 30,
  estate: 30,
  charity: 50,
  society: 45,
  government: 0,
  listedIssuer: 5,
  other: 60,
};

const types = Object.keys(typePoints) as ClientType[];
const withShares = ['company', 'overseasCompany', 'limitedPartnership', 'other'];
const withOwners = [...withShares, 'partnership', 'trust', 'charity', 'society'];

/** Type of client, and the transparency of its ownership. */
function ownershipQuestions(): Question[] {
  return [
    single(
      {
        key: 'clientType',
        factor: 'customer',
        weight: 3,
        text: 'What kind of client is it?',
        help: 'Filled in from the client’s record. If it is wrong, correct the record.',
        prefill: 'client.clientType',
      },
      types.map((type) => option(type, clientTypeLabels[type], typePoints[type])),
    ),
    single(
      {
        key: 'ownership',
        factor: 'customer',
        weight: 3,
        text: 'How far is it from the client to the people who own or control it?',
        help: 'Count the companies, trusts and partnerships in between. The ownership chart on the client’s page shows them.',
        showWhen: whenOneOf('clientType', withOwners),
      },
      [
        option('direct', 'People own or control it directly', 0),
        option('oneLayer', 'One layer in between', 30),
        option('moreLayers', 'Two layers or more', 65),
        option('unclear', 'We cannot see yet who owns or controls it', 100, { floor: 'high' }),
      ],
    ),
  ];
}

/** Share and trust arrangements. */
function structureQuestions(law: Law): Question[] {
  return [
    yesNo(
      {
        key: 'nomineeShareholders',
        factor: 'customer',
        weight: 2,
        text: 'Does anyone hold shares in it as a nominee for someone else?',
        help: 'Obtain the nominee agreement, and verify the person behind it.',
        prefill: 'client.hasNomineeShareholders',
        showWhen: whenOneOf('clientType', withShares),
      },
      80,
      law.nominees,
    ),
    yesNo(
      {
        key: 'bearerShares',
        factor: 'customer',
        weight: 2,
        text: 'Can it issue shares to bearer?',
        help: 'The person who holds the paper owns the share, so owners change without a trace.',
        prefill: 'client.hasBearerShares',
        showWhen: whenOneOf('clientType', withShares),
      },
      90,
      law.nominees,
    ),
    single(
      {
        key: 'trustArrangement',
        factor: 'customer',
        weight: 3,
        text: 'How is the trust arranged?',
        help: 'Read the deed: who settled the property, who decides, who can replace the trustees, who can benefit.',
        showWhen: when('clientType', 'trust'),
      },
      [
        option('plain', `Trustees and beneficiaries in ${law.countryName}, all named`, 25),
        option('wide', 'A wide class of beneficiaries, or much left to the trustees', 50),
        option('overseas', 'A settlor, trustee or appointor lives overseas', 75),
        option('unclear', 'Its purpose, or who is in control, is not clear', 100, { floor: 'high' }),
      ],
    ),
  ];
}

/** The client's income and behaviour. */
function businessQuestions(): Question[] {
  return [
    single(
      {
        key: 'industry',
        factor: 'customer',
        weight: 3,
        text: 'Where does the client’s income mainly come from?',
        help: 'Select the riskiest that is more than a small part of it.',
      },
      [
        option('ordinary', 'Wages, retirement income, or ordinary business', 10),
        option('property', 'Property development, building or investment', 45),
        option('cash', 'Business that takes much cash, such as hospitality, taxis or vehicle sales', 70),
        option('valuables', 'Precious metals and stones, art or second-hand goods', 70),
        option('aidAbroad', 'Gifts or aid that are sent overseas', 70),
        option('gambling', 'Gambling or gaming', 80),
        option('publicContracts', 'Mining, arms or large public contracts overseas', 85),
        option('remittance', 'Sending money, exchanging currency, or virtual assets', 90),
      ],
    ),
    single(
      {
        key: 'wealthFits',
        factor: 'customer',
        weight: 2,
        text: 'Does what they own fit with what you know about their work and history?',
      },
      [
        option('fits', 'Yes', 0),
        option('partly', 'Partly, or we do not know enough yet', 50),
        option('doesNotFit', 'No', 100, { floor: 'medium' }),
      ],
    ),
    multi(
      {
        key: 'conduct',
        factor: 'customer',
        weight: 3,
        text: 'Have you noticed any of this?',
        help: 'Select all that apply, or the first option. If something makes you suspicious, tell your compliance officer and not the client.',
      },
      [
        option('none', 'None of these', 0),
        option('hurry', 'Unusual hurry without a reason', 50),
        option('reluctant', 'Unwilling to answer or to show documents', 70),
        option('directed', 'Someone else seems to instruct them', 80),
        option('changing', 'What they say changes, or does not agree with documents', 80),
        option('avoidsRecords', 'Asks how to stay below a limit or out of the records', 100, {
          floor: 'high',
        }),
      ],
    ),
  ];
}

/** Politically exposed persons and adverse media. */
function exposureQuestions(law: Law): Question[] {
  return [
    single(
      {
        key: 'pep',
        factor: 'customer',
        weight: 3,
        text: 'Is the client, or anyone who owns or controls it, a politically exposed person (PEP)?',
        help: `Only confirmed findings count. A foreign PEP requires enhanced CDD (${law.foreignPepProvision}) and a senior manager’s approval.`,
        prefill: 'client.pepStatus',
      },
      [
        option('none', 'No', 0),
        option('domestic', `Yes, in ${law.countryName}`, 50),
        option('internationalOrganisation', 'Yes, in an international organisation', 60),
        option('relativeOrAssociate', 'A relative or close associate of one', 60),
        option('foreign', 'Yes, in another country', 100, { floor: 'high', cddLevel: 'enhanced' }),
      ],
    ),
    yesNo(
      {
        key: 'relatedToForeignPep',
        factor: 'customer',
        weight: 0,
        text: 'Is the PEP whose relative or associate they are one of another country?',
        showWhen: when('pep', 'relativeOrAssociate'),
      },
      100,
      { floor: 'high', cddLevel: 'enhanced' },
    ),
    yesNo(
      {
        key: 'adverseMedia',
        factor: 'customer',
        weight: 2,
        text: 'Is there confirmed adverse news about the client or those who own or control it?',
        help: 'News of crime, fraud, corruption, tax evasion or a regulator’s action, from a source that can be trusted.',
        prefill: 'client.adverseMedia',
      },
      80,
      { floor: 'medium' },
    ),
    text({
      key: 'adverseMediaDetail',
      factor: 'customer',
      text: 'What is reported, by which source, and what do you make of it?',
      help: 'Attach the article or a print of it.',
      evidenceRequired: true,
      showWhen: when('adverseMedia', 'yes'),
    }),
  ];
}

/** Identity, ownership and business of the client. */
export function customerSection(law: Law): Section {
  return {
    key: 'customer',
    title: 'Client',
    help: `Under the ${law.fullActName} the risk of a client is judged by who they are, not only by the services they want.`,
    questions: [
      ...ownershipQuestions(),
      ...structureQuestions(law),
      ...businessQuestions(),
      ...exposureQuestions(law),
    ],
  };
}
