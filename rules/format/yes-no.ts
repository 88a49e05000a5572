/** A fact as text. */
export const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');
