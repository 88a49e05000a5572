/** Status of a version of a screening list. `held`: imported, not screened against until a person confirms it. */
export const listVersionStatuses = ['held', 'inUse', 'superseded'] as const;

/** The version is searched, or can be once it is confirmed. */
export const liveListVersionStatuses = ['inUse', 'held'] as const satisfies readonly ListVersionStatus[];

/** Stored status of a version that was never searched: its rows are being imported, await confirmation, or are being deleted. */
export const unusedListVersionStatuses = ['importing', 'held', 'discarded'] as const;

type ListVersionStatus = (typeof listVersionStatuses)[number];

export const listVersionStatusLabels: Record<ListVersionStatus, string> = {
  held: 'Pending confirmation',
  inUse: 'Active',
  superseded: 'Replaced',
};
