import { casesOf } from '#tests/support/model/contract-cases.ts';

/** Every command of the contract that the model must hold: about activities, the parties of clients and the verification of businesses. */
export const contractCases = casesOf(['activities.', 'parties.', 'businessVerifications.']);
