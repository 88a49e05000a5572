import { useNavigation } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';

/**
 * The button that sends a form. While a post is under way it says so; it is never disabled, since the form's
 * request key makes a second press harmless, and a lost answer can be asked for again.
 */
export function SubmitButton({
  children,
  busy = 'Sending…',
  look = 'primary',
  ...button
}: Omit<ComponentProps<'button'>, 'type' | 'className'> & {
  children: ReactNode;
  /** Shown while the post is under way: "Saving…". */
  busy?: string;
  look?: 'primary' | 'secondary' | 'danger';
}) {
  const navigation = useNavigation();
  const posted = navigation.formData;
  const mine = button.name === undefined || posted?.get(button.name) === button.value;
  const underWay =
    navigation.state !== 'idle' && navigation.formMethod === 'POST' && posted !== undefined && mine;
  return (
    <button
      type="submit"
      className={look === 'secondary' ? 'button' : `button button-${look}`}
      aria-busy={underWay || undefined}
      {...button}
    >
      {underWay ? busy : children}
    </button>
  );
}

/** The key that makes a form safe to send twice. `value` is made by the loader: `newRequestKey()`. */
export function RequestKeyInput({ value }: { value: string }) {
  return <input type="hidden" name="requestKey" value={value} />;
}
