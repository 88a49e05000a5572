/** Subjects of an evidence pack. */
export const packScopes = ['client', 'activity'] as const;
export type PackScope = (typeof packScopes)[number];

/** Purposes for which an evidence pack is downloaded. */
export const packPurposes = ['audit', 'regulator', 'subjectAccess', 'reliance', 'internal'] as const;
export type PackPurpose = (typeof packPurposes)[number];

export const packPurposeLabels: Record<PackPurpose, string> = {
  audit: 'Independent audit or evaluation',
  regulator: 'Regulator request',
  subjectAccess: 'Subject access request',
  reliance: 'Third-party reliance',
  internal: 'Internal review',
};

export const packStatuses = ['queued', 'ready', 'failed'] as const;
export type PackStatus = (typeof packStatuses)[number];

export const packStatusLabels: Record<PackStatus, string> = {
  queued: 'Downloading',
  ready: 'Complete',
  failed: 'Failed',
};
