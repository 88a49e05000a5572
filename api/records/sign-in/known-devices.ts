import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Days for which a browser is known after a sign-in. */
const validDays = 180;

/** What the browser presents is renewed after this many days, with the same id, so that its attempts count on in one bucket. */
const renewedAfterDays = 30;

const dayMs = 86_400_000;
const form = /^([0-9a-f]{32})\.(\d{1,6})\.([0-9a-f]{64})$/;

interface KnownDeviceDeps {
  webSecret: string;
  /** Former secrets, which are still accepted. */
  pastWebSecrets?: readonly string[] | undefined;
  now: () => Date;
}

interface KnownDevice {
  /** Random; identifies the browser for one login id. */
  id: string;
  /** As presented. */
  token: string;
  ageDays: number;
}

const today = (now: () => Date) => Math.floor(now().getTime() / dayMs);

const sign = (secret: string, { id, day, loginId }: { id: string; day: number; loginId: string }) =>
  createHmac('sha256', secret).update(`device\n${id}\n${day}\n${loginId}`).digest();

/**
 * The one of the presented values that was issued for this login id within 180 days. Another person's, a forged and an expired one count
 * like none: the attempt is one of an unknown browser.
 */
export function findKnownDevice(
  { webSecret, pastWebSecrets = [], now }: KnownDeviceDeps,
  presented: readonly string[],
  loginId: string,
): KnownDevice | undefined {
  for (const token of presented) {
    const [, id = '', issued = '', signature = ''] = form.exec(token) ?? [];
    if (id === '') continue;
    const day = Number(issued);
    const ageDays = today(now) - day;
    if (ageDays < -1 || ageDays > validDays) continue;
    const received = Buffer.from(signature, 'hex');
    const isSigned = [webSecret, ...pastWebSecrets].some((secret) =>
      timingSafeEqual(sign(secret, { id, day, loginId }), received),
    );
    if (isSigned) return { id, token, ageDays };
  }
  return undefined;
}

/**
 * What a browser gets at a sign-in, to be known at the next: `<id>.<day>.<HMAC-SHA-256>`, bound to the login id. It opens nothing, and only
 * makes the browser's attempts count in a bucket of their own. Nothing is stored.
 * @param presented what the browser has; a recent one is returned unchanged
 */
export function knownDeviceToken(
  deps: KnownDeviceDeps,
  presented: readonly string[],
  loginId: string,
): string {
  const known = findKnownDevice(deps, presented, loginId);
  if (known !== undefined && known.ageDays < renewedAfterDays) return known.token;
  const id = known?.id ?? randomBytes(16).toString('hex');
  const day = today(deps.now);
  return `${id}.${day}.${sign(deps.webSecret, { id, day, loginId }).toString('hex')}`;
}
