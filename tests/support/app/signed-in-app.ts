import { afterAll } from 'vitest';
import { openTestApp, type TestApp, type TestBrowser } from './app.ts';

/** An app for the tests of one file, closed after them, and a browser in it with a session of a demo user. */
export async function openSignedInApp(loginId: string): Promise<{ app: TestApp; browser: TestBrowser }> {
  const app = await openTestApp();
  afterAll(() => app.close());
  const browser = app.browser();
  await browser.startSession(loginId);
  return { app, browser };
}
