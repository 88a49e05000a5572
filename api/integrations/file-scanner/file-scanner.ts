import type { Readable } from 'node:stream';
import type { ScanStatus } from '#rules/documents/scan-status.ts';

/** Result of a scan. `notScanned`: the scanner could not be reached or could not scan this file. */
export interface ScanResult {
  status: ScanStatus;
  /** The scanner's name of the malware it found. */
  threat: string | null;
  /** Whether the scanner answered at all. */
  isReachable: boolean;
}

/** Scans files for malware. */
export interface FileScanner {
  /** Reads the stream to its end, or closes it. Never throws: a file that could not be scanned is `notScanned`. */
  scan(source: Readable): Promise<ScanResult>;
}

/** Address of the scanner. */
export interface FileScannerEnv {
  host: string;
  port: number;
}
