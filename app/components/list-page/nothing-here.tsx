import type { ReactNode } from 'react';

/** What an empty list says: nothing kept yet, or nothing that fits. */
export function NothingHere({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="panel mt-4 grid justify-items-start gap-2 px-6 py-10" data-routed-links>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
