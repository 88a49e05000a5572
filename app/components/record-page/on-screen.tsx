import type { ReactNode } from 'react';

/** What only a screen can do, such as a form. `paper`: what is printed in its place. */
export function OnScreen({ paper, children }: { paper: string; children: ReactNode }) {
  return (
    <>
      <div className="print:hidden">{children}</div>
      <p className="mt-4 hidden print:block">{paper}</p>
    </>
  );
}
