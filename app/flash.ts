/** A message shown once, on the page that a command leads to. */
export interface Flash {
  kind: 'success' | 'info' | 'warning';
  text: string;
}

export function isFlash(value: unknown): value is Flash {
  return typeof value === 'object' && value !== null && 'kind' in value && 'text' in value;
}
