import { useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { mainLayoutRoute } from '../../state.ts';
import { Card } from '../panel.tsx';

/** Whether the demo company is still being filled, so that a list may lack records. */
export function useIsDemoFilling(): boolean {
  const main = useRouteLoaderData(mainLayoutRoute) as { isDemoFilling: boolean } | undefined;
  return main?.isDemoFilling === true;
}

/** The empty state of a list: no records yet, or none that match. While the demo loads neither is known. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  const isDemoFilling = useIsDemoFilling();
  return (
    <Card pad="roomy" className="mt-4 grid justify-items-start gap-2" data-routed-links>
      <h2>{isDemoFilling ? 'Still loading' : title}</h2>
      {isDemoFilling ? <p className="text-ink-soft">Records appear here as the demo loads.</p> : children}
    </Card>
  );
}
