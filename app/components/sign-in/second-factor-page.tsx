import { type ComponentProps, lazy, Suspense } from 'react';

const SecondFactor = lazy(() => import('./second-factor-step.tsx'));
const ChangePassword = lazy(() => import('./change-password.tsx'));
const SelectCompany = lazy(() => import('./select-company.tsx'));

/** The second-factor page. Its script is loaded apart: the sign-in page is light without it. */
export function SecondFactorPage(props: ComponentProps<typeof SecondFactor>) {
  return (
    <Suspense>
      <SecondFactor {...props} />
    </Suspense>
  );
}

/** The page that changes a password, loaded apart too. */
export function ChangePasswordPage(props: ComponentProps<typeof ChangePassword>) {
  return (
    <Suspense>
      <ChangePassword {...props} />
    </Suspense>
  );
}

/** The page that selects a company, loaded apart too. */
export function SelectCompanyPage(props: ComponentProps<typeof SelectCompany>) {
  return (
    <Suspense>
      <SelectCompany {...props} />
    </Suspense>
  );
}
