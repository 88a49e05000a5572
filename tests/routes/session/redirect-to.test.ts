import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeRedirectTo, signInUrl } from '#app/session/redirect-to.ts';

it.each(['/home', '/clients?q=a%20b&status=active', '/clients/1/edit#name', '/?a=//b'])(
  'redirects to %j',
  (path) => {
    expect(safeRedirectTo(path)).toBe(path);
  },
);

it.each([
  '',
  'home',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example?a=b',
  'https://evil.example',
  '/a\tb',
  '/a\nb',
  '/\u0000',
  null,
  undefined,
])('does not redirect to %j', (path) => {
  expect(safeRedirectTo(path)).toBeUndefined();
});

it('never redirects off site, for any text', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    '@',
    ':',
    'evil.example',
    'http:',
    '\t',
    '\n',
    '%2f',
    '?',
    '#',
    'a',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
        fc.webUrl(),
        fc.string(),
      ),
      (text) => {
        const target = safeRedirectTo(text);
        if (target === undefined) return;
        const url = new URL(target, 'https://assay.example.test');
        expect(url.origin).toBe('https://assay.example.test');
        // Its path alone leads nowhere else either.
        expect(new URL(url.pathname, url).origin).toBe('https://assay.example.test');
      },
    ),
  );
});

it('omits the default page from the sign-in URL', () => {
  expect(signInUrl('/login', '/home', '/home')).toBe('/login');
  expect(signInUrl('/login', '/clients?q=x', '/home')).toBe('/login?redirectTo=%2Fclients%3Fq%3Dx');
  expect(signInUrl('/login', '//evil', '/home')).toBe('/login');
});
