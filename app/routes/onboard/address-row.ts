/** The company's address in the form: the look-up's buttons know addresses as rows, the contract has one. */
export const addressRow = 'addresses[0]';
