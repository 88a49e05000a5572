import type { ReactNode } from 'react';
import { Card } from '../panel.tsx';

/** The empty state of a list: no records yet, or none that match. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card pad="roomy" className="mt-4 grid justify-items-start gap-2" data-routed-links>
      <h2>{title}</h2>
      {children}
    </Card>
  );
}
