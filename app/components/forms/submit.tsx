import { useNavigation } from '@remix-run/react';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
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
    <Button variant={variant} size={size} aria-busy={underWay || undefined} {...button}>
      {underWay ? busy : children}
    </Button>
  );
}

/** The key that makes a form safe to submit twice. `value` comes from the loader: `newRequestKey()`. */
export function RequestKeyInput({ value }: { value: string }) {
  return <input type="hidden" name="requestKey" value={value} />;
}
