/** Labels of what members are designated as, by the contract's names. */
export const designationLabels = {
  complianceOfficer: 'Compliance officer',
  seniorManager: 'Senior manager',
} as const;
