/** Value of a column that is left out on purpose; a column without a value is not decided. */
export const leftOut = 'none';
