import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VerificationSettings } from '#api/checks/individual-verifications/record/deps.ts';
import { createVerificationProvider } from '#api/integrations/verification-provider/provider.ts';
import { listen } from '#sandbox/listen.ts';
import type { Mail } from '#sandbox/outbox/store.ts';
import { openVerification } from '#sandbox/verification/open-service.ts';
import { testCompanyKeys } from '#tests/support/company-keys.ts';
import { type MockServiceControls, mockServiceControls, startCallbackServer } from './mock-service.ts';

/** For an API under test that calls no check service: an unreachable one. */
export function unreachableVerification(now: () => Date): VerificationSettings {
  return {
    provider: createVerificationProvider({
      baseUrl: 'http://127.0.0.1:9',
      token: 'none',
      now,
      log: { warn: () => undefined },
    }),
    idHmacKey: 'id-hmac-key-of-the-tests-32-characters',
    companyKeys: testCompanyKeys,
    callbackUrl: 'http://127.0.0.1:9',
    callbackSecrets: [],
    onError: () => undefined,
  };
}

/** The mock identity check service on a port of its own, whose callbacks reach the API under test over HTTP. */
export interface TestVerificationService extends MockServiceControls {
  settings: VerificationSettings;
  /** Links sent by the service, oldest first. */
  sent: Mail[];
  /** Work left to the job. */
  errors: unknown[];
  /** Completes the check on the person's phone as its page does. */
  onPhone(link: string, form: Record<string, string>): Promise<Response>;
  /** Target of callbacks from now on. */
  routeCallbacks(fetch: (request: Request) => Response | Promise<Response>): void;
  close(): Promise<void>;
}

/** Starts the mock service. `slowMs`: duration of a slow issuer's response; a caller here waits for twenty seconds, many times what any other response takes. */
export async function startTestVerificationService(now: () => Date): Promise<TestVerificationService> {
  const stateDir = await mkdtemp(join(tmpdir(), 'assay-verification-'));
  const sent: Mail[] = [];
  const errors: unknown[] = [];
  const callbacks = await startCallbackServer();
  const service = openVerification({
    stateDir,
    appUrl: 'http://assay.example.test',
    outbox: { send: (mail) => ({ ...mail, id: String(sent.push(mail)), sentAt: now().toISOString() }) },
    now: () => new Date(),
    limits: { burst: 10_000, perSecond: 10_000 },
    slowMs: 60_000,
    callbackDelaysMs: [20, 50, 100],
  });
  const listening = await listen(service.app, '127.0.0.1', 0);
  return {
    settings: {
      provider: createVerificationProvider({
        baseUrl: listening.url,
        token: service.token,
        now,
        log: { warn: () => undefined },
        timeoutMs: 20_000,
      }),
      idHmacKey: 'id-hmac-key-of-the-tests-32-characters',
      companyKeys: testCompanyKeys,
      callbackUrl: `${callbacks.url}/api/v1/webhooks/verification`,
      callbackSecrets: [service.callbackSecret],
      onError: (error) => errors.push(error),
    },
    sent,
    errors,
    onPhone: async (link, form) =>
      service.pages.request(new URL(link).pathname, { method: 'POST', body: new URLSearchParams(form) }),
    ...mockServiceControls(listening.url),
    routeCallbacks: callbacks.response,
    async close() {
      await service.close();
      await listening.close();
      await callbacks.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
