/** Form row of a single address: address lookup works on rows, the contract has one address. */
export const addressRow = 'addresses[0]';
