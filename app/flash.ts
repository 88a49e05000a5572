/** A message shown once, on the page that a command leads to. */
export interface Flash {
  kind: 'success' | 'info' | 'warning';
  text: string;
  /** The part of the page that shows it, beside what it is about; the page's top where left out. */
  at?: 'documents';
}

export function isFlash(value: unknown): value is Flash {
  return typeof value === 'object' && value !== null && 'kind' in value && 'text' in value;
}
