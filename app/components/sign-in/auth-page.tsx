import type { ReactNode } from 'react';
import { Brand } from '../brand.tsx';
import { Card } from '../panel.tsx';

/** Layout of the public pages: logo, title, one column. */
export function AuthPage({
  title,
  area,
  children,
  aside,
}: {
  title: string;
  /** Text beside the logo: the area, or the step. */
  area?: string;
  children: ReactNode;
  /** Links below the card. */
  aside?: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-[440px] px-4 py-10 sm:py-16">
      <header className="flex items-center justify-between">
        <Brand />
        {area ? <span className="text-sm text-ink-soft">{area}</span> : null}
      </header>
      <Card as="main" pad="roomy" id="main" tabIndex={-1} className="mt-4 grid gap-4">
        <h1>{title}</h1>
        {children}
      </Card>
      {aside ? <aside className="mt-5 grid gap-4 text-sm">{aside}</aside> : null}
    </div>
  );
}
