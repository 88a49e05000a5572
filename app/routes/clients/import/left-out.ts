/** Value of a column that is excluded on purpose; a column without a value is not decided. */
export const leftOut = 'none';
