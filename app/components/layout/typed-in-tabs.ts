import { companyField } from '../../main-api/company-param.ts';
import { heldFields, holdPath } from '../../unsaved-url.ts';

/** The entries of a form with where it belongs, without passwords, which must not leave the page, and files, which are not held. */
function entriesToHold(typedIn: HTMLFormElement, page: string, companyId: string): FormData {
  const entries = new FormData(typedIn);
  const leftOut = 'input[type="password"], input[type="file"]';
  for (const { name, value } of typedIn.querySelectorAll<HTMLInputElement>(leftOut)) {
    entries.delete(name);
    if (value !== '') entries.append(heldFields.leftOut, name);
  }
  // Not `typedIn.action`: an input of that name would take its place.
  const { pathname, search } = new URL(typedIn.getAttribute('action') || location.href, location.href);
  entries.set(heldFields.page, page);
  entries.set(heldFields.action, pathname + search);
  entries.set(companyField, companyId);
  return entries;
}

/** Held, shared, by each tab in which something was typed, until it has sent that to be held. */
const typedLock = 'assay-typed';
/** How long a tab waits for the others before it signs out. One that the browser has suspended does not respond. */
const otherTabsMs = 15_000;

/** Locks between tabs; browsers have none where the site is opened without https, except on this machine. */
const getLocks = () => navigator.locks as LockManager | undefined;

/** Keeps other tabs from signing out until the returned function is called. */
export function claimTyped(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  getLocks()
    ?.request(typedLock, { mode: 'shared' }, () => released)
    .catch(() => undefined);
  return release;
}

/** Waits until every tab in which something was typed has held it. */
export async function otherTabsHeld(): Promise<void> {
  const signal = AbortSignal.timeout(otherTabsMs);
  await getLocks()
    ?.request(typedLock, { signal }, () => undefined)
    .catch(() => undefined);
}

/** Holds what was typed in a form. */
export async function holdTyped(typedIn: HTMLFormElement | null, companyId: string): Promise<void> {
  if (!typedIn?.isConnected || typedIn.getAttribute('method')?.toLowerCase() !== 'post') return;
  const body = entriesToHold(typedIn, location.pathname + location.search, companyId);
  await fetch(holdPath, { method: 'POST', body }).catch(() => undefined);
}
