/** What an evidence pack may be about. */
export const packScopes = ['client', 'activity'] as const;
export type PackScope = (typeof packScopes)[number];

/** What evidence is taken out for. Source: domain 2, ComplianceExport; domain 11.12. */
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
