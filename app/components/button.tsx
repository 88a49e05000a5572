import { Link, type LinkProps } from '@remix-run/react';
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'neutral';

export type ButtonSize = 'normal' | 'small';

interface ButtonStyle {
  /** `primary`: the main action of a screen. `danger`: ends or destroys. `quiet`: looks like a link. */
  variant?: ButtonVariant;
  /** `small`: in a row of a table or list. */
  size?: ButtonSize;
  /** For placement only, never for its look. */
  className?: string;
}

/** Classes of a button, for an element not rendered by a component below, such as `<summary>`. */
export function buttonClass({ variant = 'secondary', size = 'normal', className = '' }: ButtonStyle = {}) {
  return [
    'button',
    variant === 'secondary' ? '' : `button-${variant}`,
    size === 'small' ? 'button-small' : '',
    className,
  ]
    .filter(Boolean)
    .join(' ');
}

/** A native button. Submits its form by default. */
export const Button = forwardRef<
  HTMLButtonElement,
  ButtonStyle & Omit<ComponentPropsWithoutRef<'button'>, 'className'>
>(function Button({ variant, size, className, type = 'submit', ...button }, ref) {
  return <button ref={ref} type={type} className={buttonClass({ variant, size, className })} {...button} />;
});

/**
 * The action of Enter in a text field, which presses the first button of a form. Placed before all others; hidden from view and from
 * screen readers, since the visible button with the same label is at the end of the form.
 */
export function EnterButton(button: {
  name?: string;
  value?: string;
  formNoValidate?: boolean;
  children: ReactNode;
}) {
  return <button type="submit" {...button} className="sr-only" tabIndex={-1} aria-hidden="true" />;
}

type RoutedProps = Omit<LinkProps, 'className' | 'to'> & { to: string; href?: never };
type PlainProps = Omit<ComponentPropsWithoutRef<'a'>, 'className' | 'href'> & { href: string; to?: never };

/**
 * A link that looks like a button. `to`: a route of the app. `href`: a plain link, for files, fragments and other sites; cheaper on pages
 * with many links, and client-side within `data-routed-links`.
 */
export function ButtonLink({ variant, size, className, ...link }: ButtonStyle & (RoutedProps | PlainProps)) {
  const classes = buttonClass({ variant, size, className });
  return link.to === undefined ? <a {...link} className={classes} /> : <Link {...link} className={classes} />;
}

/** A disabled button with its reason beside it. The page lists the blockers above it. */
export function BlockedButton({
  id,
  label,
  reason,
  variant,
}: {
  /** Unique on the page. */
  id: string;
  label: ReactNode;
  /** "2 requirements outstanding". */
  reason: ReactNode;
  variant?: ButtonVariant;
}) {
  return (
    <>
      <Button type="button" disabled aria-describedby={id} variant={variant} className="justify-self-start">
        {label}
      </Button>
      <p id={id} className="hint">
        {reason}
      </p>
    </>
  );
}
