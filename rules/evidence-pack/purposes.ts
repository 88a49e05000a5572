/** What an evidence pack may be about. */
export const packScopes = ['client', 'activity'] as const;
export type PackScope = (typeof packScopes)[number];

/** What evidence is taken out for. Source: domain 2, ComplianceExport; domain 11.12. */
export const packPurposes = ['audit', 'regulator', 'subjectAccess', 'reliance', 'internal'] as const;
export type PackPurpose = (typeof packPurposes)[number];

export const packPurposeLabels: Record<PackPurpose, string> = {
  audit: 'Independent audit or evaluation',
  regulator: 'Request of a regulator',
  subjectAccess: 'Request of the person it is about',
  reliance: 'Another business that relies on our checks',
  internal: 'Internal review',
};

export const packStatuses = ['queued', 'ready', 'failed'] as const;
export type PackStatus = (typeof packStatuses)[number];

export const packStatusLabels: Record<PackStatus, string> = {
  queued: 'Being downloaded',
  ready: 'Complete',
  failed: 'Broken off',
};
