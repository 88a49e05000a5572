/** Status of a version of a screening list. `held`: imported, not screened against until a person confirms it. */
export const listVersionStatuses = ['held', 'inUse', 'superseded'] as const;
type ListVersionStatus = (typeof listVersionStatuses)[number];

export const listVersionStatusLabels: Record<ListVersionStatus, string> = {
  held: 'Pending confirmation',
  inUse: 'Active',
  superseded: 'Replaced',
};
