import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createDescope from '@descope/node-sdk';
import { onTestFinished } from 'vitest';
import type { FaultRequest, LoggedRequest } from '#sandbox/controls.ts';
import type { SentEmail } from '#sandbox/outbox/store.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/services.ts';

export const projectId = 'P2TestProject000000000000000';
export const managementKey = 'management-key-for-tests';
export const addressApiKey = 'address-key-for-tests';
export const appUrl = 'http://localhost:3000';
export const password = 'assay-demo-2026';
export const ownerId = 'U2Owner000000000000000000000';

/** A clock that advances only when told to. */
export function createClock(start = new Date()) {
  let ms = start.getTime();
  return {
    now: () => new Date(ms),
    forward: (seconds: number) => {
      ms += seconds * 1_000;
    },
  };
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A separate sandbox for the calling test, with one account, `owner@demo.test`; closed when the test ends. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    stateDir: options.stateDir ?? (await temporaryFolder()),
    projectId,
    managementKey,
    addressApiKey,
    appUrl,
    seedUsers: [{ loginId: 'owner@demo.test', name: 'Olive Owner', password, userId: ownerId }],
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The real SDK; with the management key only on request, as it then calls at construction. */
export function descope(sandbox: Sandbox, key?: string) {
  return createDescope({ projectId, baseUrl: sandbox.identityUrl, ...(key ? { managementKey: key } : {}) });
}

export async function getOutbox(sandbox: Sandbox, to = ''): Promise<SentEmail[]> {
  const response = await fetch(`${sandbox.identityUrl}/__sandbox/outbox?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as { mails: SentEmail[] }).mails;
}

/** The newest email's code. */
export async function codeFor(sandbox: Sandbox, to: string): Promise<string> {
  return (await getOutbox(sandbox, to))[0]?.code ?? 'none';
}

/** The newest email's link. */
export async function linkFor(sandbox: Sandbox, to: string): Promise<URL> {
  return new URL((await getOutbox(sandbox, to))[0]?.link ?? 'about:blank');
}

export async function injectFault(baseUrl: string, fault: FaultRequest): Promise<void> {
  const response = await fetch(`${baseUrl}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (response.status !== 201) throw new Error(await response.text());
}

export async function getLog(baseUrl: string): Promise<LoggedRequest[]> {
  const response = await fetch(`${baseUrl}/__sandbox/log`);
  return ((await response.json()) as { requests: LoggedRequest[] }).requests;
}
