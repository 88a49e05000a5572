import { type ComponentProps, lazy, Suspense } from 'react';

const Page = lazy(() => import('./second-factor-step.tsx'));

/** The second-factor page. Its script is loaded apart: the sign-in page is light without it. */
export function SecondFactorPage(props: ComponentProps<typeof Page>) {
  return (
    <Suspense>
      <Page {...props} />
    </Suspense>
  );
}
