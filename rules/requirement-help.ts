/** Explanation of a requirement: its purpose, what counts as evidence, and an example. */
export type RequirementHelp = { purpose: string; evidence: string; example: string };

/** Explanations by the beginning of an item's code; the longest that matches applies. */
const helpByCode: Readonly<Record<string, RequirementHelp>> = {
  'record.': {
    purpose: 'The law requires this detail of every client of this type before CDD is complete.',
    evidence: 'What the client has told you, in agreement with a register or a document where there is one.',
    example: 'For a New Zealand company, the NZBN and the registered office in the Companies Register.',
  },
  'relationship.': {
    purpose: 'Later transactions are compared with what you expected when the relationship started.',
    evidence: 'Which services the client needs, how often, and why, in your own words.',
    example:
      'Conveyancing of one house for the family to live in. Settlement in March, no further work expected.',
  },
  'entity.': {
    purpose: 'An entity’s form, powers and place decide who must be verified, and at which level.',
    evidence: 'A register extract, or its constitution, deed or rules.',
    example: 'An extract of the Companies Register with directors, shareholders and addresses.',
  },
  'trust.': {
    purpose: 'A trust acts through its trustees, and its deed says who else has control.',
    evidence: 'The trust deed with its amendments, certified or sighted as your programme requires.',
    example: 'The deed of 2012 and the deed of appointment of 2020, which names the two present trustees.',
  },
  'beneficiaries.': {
    purpose: 'Beneficiaries are the persons for whose benefit the trust’s property is used.',
    evidence: 'The trust deed. For a discretionary trust, the class as the deed describes it.',
    example: 'Class of beneficiaries: the children and grandchildren of the settlor.',
  },
  'identity.': {
    purpose: 'The client is who they claim to be, on evidence that does not come from the client alone.',
    evidence:
      'A verification that meets its rule: a sighted or certified document, an electronic check, or an exception approved under your programme.',
    example:
      'A New Zealand passport sighted in person, or a driver licence with a match in an electronic source.',
  },
  'anonymous.': {
    purpose: 'Services to an anonymous client, or one under a false name, are prohibited.',
    evidence: 'The client’s real name, verified.',
    example: 'An account in the name of a pet, changed to the owner’s name and verified.',
  },
  'address.': {
    purpose: 'An address ties the person to a place, and is compared with what the documents show.',
    evidence:
      'A document of an independent source with the name and the address, as recent as your programme requires.',
    example: 'A rates notice or a bank statement of the last three months.',
  },
  'owners.': {
    purpose:
      'The persons who ultimately own or control the client are beneficial owners, and must be verified.',
    evidence: 'The ownership structure down to persons, from registers and the client’s own documents.',
    example: 'A holds 60% of the parent, which holds all shares: A is a beneficial owner, B with 10% is not.',
  },
  'party.verified': {
    purpose:
      'This person owns, controls or acts for the client, so the law treats them as the client is treated.',
    evidence: 'A verification on this person’s own record, at the level that applies to the client.',
    example: 'The director’s passport, sighted in person, on the director’s record.',
  },
  'acting.': {
    purpose: 'Only a person with authority can instruct you in the client’s name.',
    evidence:
      'A letter of authority, a resolution, a power of attorney, or the register where it shows the office.',
    example: 'A board resolution that authorises the finance manager to instruct you.',
  },
  'party.information': {
    purpose: 'The law requires these details of a person who owns, controls or acts for the client.',
    evidence: 'Full name, date of birth and relationship to the client, on the person’s own record.',
    example: 'Shareholder and director since 2015, born 12 March 1985.',
  },
  'sanctions.': {
    purpose: 'Dealing with a designated person, or with their property, is prohibited.',
    evidence: 'A screening against every list that the law requires, with each possible match decided.',
    example: 'No match on the UN and New Zealand lists of today.',
  },
  'pep.': {
    purpose: 'Politically exposed persons, their relatives and close associates need enhanced measures.',
    evidence: 'The client’s answer together with a check of a list or of public sources.',
    example: 'Not a PEP: the client’s declaration, and a screening without a match.',
  },
  'source.': {
    purpose: 'The money, or the client’s wealth, has a lawful origin that fits what you know of the client.',
    evidence:
      'Documents of the payer: settlement statement, payslips, accounts, grant of probate, bank statement.',
    example:
      '640,000 from the sale of a house: the settlement statement, and the bank statement of its arrival.',
  },
  'findings.': {
    purpose: 'A reader years from now must understand what you found, and why you decided as you did.',
    evidence: 'Facts, their source and your conclusion, in sentences.',
    example:
      'The third payment came from an account in Fiji. It is the client’s own, as its statement shows.',
  },
  'measures.': {
    purpose: 'The risk calls for more than standard CDD.',
    evidence: 'The additional measures, the person responsible, the date and the result.',
    example: 'Approval by a senior manager, and a review every three months.',
  },
  'simplified.': {
    purpose: 'Simplified CDD is available only on a ground that the law, or your programme, provides.',
    evidence: 'The ground, and the document or register that shows it.',
    example: 'A local authority, as its enactment shows.',
  },
  'risk.': {
    purpose: 'The level of CDD, its review and its monitoring follow from the client’s risk.',
    evidence: 'A completed assessment with the template of your programme.',
    example: 'Low: a local individual, met in person, one ordinary house purchase.',
  },
};

/** Items about a related party that have the explanation of the client's own. */
const alike: readonly (readonly [string, string])[] = [
  ['party.sanctions', 'sanctions.'],
  ['party.pep', 'pep.'],
  ['party.source', 'source.'],
];

/** Explanation of an item by its code; undefined for blockers that are no items of the rule packs. */
export function getRequirementHelp(code: string): RequirementHelp | undefined {
  const own = alike.find(([beginning]) => code.startsWith(beginning))?.[1] ?? code;
  const beginning = Object.keys(helpByCode)
    .filter((known) => own.startsWith(known))
    .sort((a, b) => b.length - a.length)[0];
  return beginning === undefined ? undefined : helpByCode[beginning];
}
