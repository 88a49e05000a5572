import { expect, test } from 'vitest';
import { describeBrowser } from '#rules/format/browser-name.ts';

const mozilla = 'Mozilla/5.0';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0`, 'Firefox on Windows'],
  [`${mozilla} (X11; Linux x86_64) ${webKit} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${mozilla} (Windows NT 10.0) ${webKit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge on Windows'],
  [`${mozilla} (Linux; Android 14) ${webKit} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/17.5 Safari/605.1.15`, 'Safari on Mac'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webKit} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s', (userAgent, expected) => {
  expect(describeBrowser(userAgent)).toBe(expected);
});
