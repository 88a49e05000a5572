const grouped = new Intl.NumberFormat('en-NZ', { maximumFractionDigits: 10 });

/** Formats a number with grouped thousands: 4,200. Up to ten decimals. */
export function formatNumber(value: number): string {
  return grouped.format(value);
}

/** Formats a file size: "812 kB", "9.4 MB". */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.round(kilobytes)} kB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** Formats a waiting time: "1 second", "40 seconds", "2 minutes". */
export function formatWait(seconds: number): string {
  if (seconds <= 1) return '1 second';
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
