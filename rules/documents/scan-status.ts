/** Result of scanning a document's file for malware. Without a scanner, or while it cannot be reached, a file is not scanned. */
export const scanStatuses = ['notScanned', 'clean', 'infected'] as const;

export type ScanStatus = (typeof scanStatuses)[number];

const scanStatusLabels: Record<ScanStatus, string> = {
  notScanned: 'Not scanned for malware',
  clean: 'No malware found',
  infected: 'Quarantined: malware found',
};

/** A text for display; with the scanner's name of the malware if one was found. */
export const formatScan = (status: ScanStatus, threat: string | null): string =>
  threat === null ? scanStatusLabels[status] : `${scanStatusLabels[status]} (${threat})`;
