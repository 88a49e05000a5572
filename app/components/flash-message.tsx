import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { Flash, MessageSection } from '../flash.ts';

const looks: Record<Flash['kind'], string> = {
  success: 'notice notice-success',
  info: 'notice',
  warning: 'notice notice-warning',
};

const words: Record<Flash['kind'], string> = { success: 'Success: ', info: '', warning: 'Important: ' };

/** The result of the last command, shown once. Takes the focus and scrolls into view; without JavaScript the page opens at it. */
export function FlashMessage({ flash, className = '' }: { flash: Flash; className?: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (flash.at === undefined) window.scrollTo(0, 0);
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [flash]);
  return (
    <p
      ref={box}
      role={flash.kind === 'warning' ? 'alert' : 'status'}
      tabIndex={-1}
      className={`${looks[flash.kind]} ${className} print:hidden`}
    >
      <strong className="font-semibold">{words[flash.kind]}</strong>
      {flash.text}
    </p>
  );
}

/** Routes whose loaders consume the flash message. */
const layouts = { members: 'routes/main-layout', admins: 'routes/admin/layout' } as const;

/** The flash message of the section with the id `at`, if there is one. */
export function SectionMessage({ at }: { at: MessageSection }) {
  const members = useRouteLoaderData(layouts.members) as { flash: Flash | null } | undefined;
  const admins = useRouteLoaderData(layouts.admins) as { flash: Flash | null } | undefined;
  const flash = (members ?? admins)?.flash;
  return flash?.at === at ? <FlashMessage flash={flash} /> : null;
}
