import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { formatTimeIn } from '#rules/format/dates.ts';
import { holdPath } from '../../unsaved-url.ts';
import { Button } from '../button.tsx';

/** How long before the end the warning appears. */
const warnMs = 2 * 60_000;
const checkMs = 10_000;
/** When any tab of this browser last sent a request. */
const storageKey = 'assay-last-request';
/** Tells the other tabs that the idle time is over: timers of tabs in the background may be a minute late. */
const channelName = 'assay-idle';

const readLast = () => Number(localStorage.getItem(storageKey) ?? 0);
const noteRequest = () => localStorage.setItem(storageKey, String(Date.now()));

/** Extends the session. A page that finds itself signed out goes to sign-in with its next request. */
function extend(): void {
  noteRequest();
  fetch(holdPath).catch(() => undefined);
}

/** Signs out, back to this page once signed in again. */
function signOut(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/logout';
  const idleAt = location.pathname + location.search;
  for (const [name, value] of Object.entries({ realm: 'member', idleAt })) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  document.body.append(form);
  // Announced to what follows the page's forms, which then asks nothing.
  form.requestSubmit();
}

/**
 * Keeps the session while the member types, warns two minutes before it ends, and at its end holds what was typed, in every tab, and signs
 * out, so that no client's data stays on the screen.
 */
export function IdleWarning({
  idleMinutes,
  timeZone,
  companyId,
}: {
  idleMinutes: number;
  timeZone: string;
  companyId: string;
}) {
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const typedIn = useRef<HTMLFormElement | null>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is a request
  useEffect(noteRequest, [key]);

  useEffect(() => {
    const idleMs = idleMinutes * 60_000;
    let lastInput = 0;
    // Not part of the page's first JavaScript; loaded at once, since a later release no longer has this file.
    const tabs = import('./typed-in-tabs.ts').catch(() => undefined);
    const claim = () => tabs.then((loaded) => loaded?.claimTyped());
    let claimed: ReturnType<typeof claim> | undefined;
    let isEnding = false;
    const channel = new BroadcastChannel(channelName);
    const noteInput = (event: Event) => {
      lastInput = Date.now();
      const { target } = event;
      if (event.type !== 'input' || !(target instanceof Element)) return;
      typedIn.current = target.closest('form');
      claimed ??= claim();
    };
    const end = async () => {
      isEnding = true;
      channel.postMessage('ended');
      const loaded = await tabs;
      await loaded?.holdTyped(typedIn.current, companyId);
      (await claimed)?.();
      await loaded?.otherTabsHeld();
      if (Date.now() - readLast() >= idleMs) return signOut();
      // Meanwhile someone went on in another tab.
      isEnding = false;
      claimed = typedIn.current ? claim() : undefined;
    };
    const check = () => {
      if (isEnding) return;
      const last = readLast();
      const now = Date.now();
      if (lastInput > last && now - last > idleMs / 4) return extend();
      if (now - last < idleMs - warnMs) return setEndsAt(null);
      if (now - last < idleMs) return setEndsAt(last + idleMs);
      void end();
    };
    const timer = setInterval(check, checkMs);
    // Each tab judges by the shared time: a message may reach a tab that was suspended long after.
    channel.addEventListener('message', check);
    addEventListener('input', noteInput);
    addEventListener('keydown', noteInput);
    return () => {
      clearInterval(timer);
      channel.close();
      claimed?.then((release) => release?.());
      removeEventListener('input', noteInput);
      removeEventListener('keydown', noteInput);
    };
  }, [idleMinutes, companyId]);

  if (endsAt === null) return null;
  return (
    <div
      role="alert"
      className="notice notice-warning fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-form flex-wrap items-center justify-between gap-3 shadow-lg print:hidden"
    >
      <p>
        You will be signed out at {formatTimeIn(new Date(endsAt).toISOString(), timeZone)}, as nothing has
        been opened or entered. What you typed will be held.
      </p>
      <Button
        type="button"
        onClick={() => {
          extend();
          setEndsAt(null);
        }}
      >
        Stay signed in
      </Button>
    </div>
  );
}
