import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';

/** The sheet that the public pages are written on: mark, title, one column. */
export function AuthPage({
  title,
  area,
  children,
  aside,
}: {
  title: string;
  /** Which area the page belongs to, when it is not the members'. */
  area?: string;
  children: ReactNode;
  /** Under the sheet: other ways to go. */
  aside?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-[440px] px-4 py-10 sm:py-16">
      <header className="flex items-center justify-between">
        <Brand />
        {area ? <span className="text-sm text-ink-soft">{area}</span> : null}
      </header>
      <main id="main" tabIndex={-1} className="panel mt-4 grid gap-4 px-5 py-6 sm:px-7">
        <h1>{title}</h1>
        {children}
      </main>
      {aside ? <aside className="mt-5 grid gap-4 px-1 text-sm">{aside}</aside> : null}
    </div>
  );
}
