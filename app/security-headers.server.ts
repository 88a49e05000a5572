/** What the headers of a document depend on. */
export interface DocumentPolicy {
  /** Random for each answer; only scripts that carry it run inline. */
  nonce: string;
  isHttps: boolean;
  /** Vite's development server writes styles inline and reloads over a web socket. */
  isDevelopment: boolean;
}

/** Sets the content type and every security header of an HTML document. */
export function setDocumentHeaders(headers: Headers, policy: DocumentPolicy): void {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicy(policy));
  // `no-referrer` would make plain forms send `Origin: null`, which the origin check refuses.
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  // Pages hold personal data: none is left in a shared computer's cache after signing out.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  if (policy.isHttps) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
}

function contentSecurityPolicy({ nonce, isHttps, isDevelopment }: DocumentPolicy): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
