import { useLocation, useNavigation, useRouteLoaderData } from '@remix-run/react';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { companyField, companyParam } from '../../main-api/company-param.ts';
import { Button, type ButtonSize, type ButtonVariant } from '../button.tsx';

/**
 * The submit button of a form. Shows when a post is in progress; never disabled, since the form's request key makes a second press
 * harmless, and a lost response can be requested again.
 */
export function SubmitButton({
  children,
  busy = 'Sending…',
  variant = 'primary',
  size,
  ...button
}: Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className'> & {
  children: ReactNode;
  /** Label while the post is in progress: "Saving…". */
  busy?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
}) {
  const navigation = useNavigation();
  const posted = navigation.formData;
  const mine = button.name === undefined || posted?.get(button.name) === button.value;
  const underWay =
    navigation.state !== 'idle' && navigation.formMethod === 'POST' && posted !== undefined && mine;
  return (
    <>
      <CompanyInput form={button.form} />
      <Button variant={variant} size={size} aria-busy={underWay || undefined} {...button}>
        {underWay ? busy : children}
      </Button>
    </>
  );
}

const useCompanyShown = () =>
  useRouteLoaderData<{ company: { id: string } }>('routes/main-layout')?.company.id;

/** The action of a form with files, which are not read before the API is called: the page's own, with the company that it was shown in. */
export function useActionInCompany(): string {
  const { pathname, search } = useLocation();
  const companyId = useCompanyShown();
  const query = new URLSearchParams(search);
  if (companyId !== undefined) query.set(companyParam, companyId);
  return `${pathname}?${query}`;
}

/**
 * The company that the page was shown in: the post is rejected if its person has switched to another one in the meantime, in another tab.
 */
export function CompanyInput({ form }: { form?: string | undefined }) {
  const companyId = useCompanyShown();
  return companyId === undefined ? null : (
    <input type="hidden" name={companyField} value={companyId} form={form} />
  );
}

/** The key that makes a form safe to submit twice. `value` comes from the loader: `newRequestKey()`. */
export function RequestKeyInput({ value }: { value: string }) {
  return <input type="hidden" name="requestKey" value={value} />;
}
