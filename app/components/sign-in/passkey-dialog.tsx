import { Form, useSubmit } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PasskeyCeremony } from '../../services/identity.server.ts';
import { Button } from '../button.tsx';
import { readPasskey } from './read-passkey.ts';

const messages = {
  none: '',
  open: 'Follow your browser’s instructions.',
  closed: 'The passkey was not read. Try again, or use another way.',
};

/**
 * Opens the browser's dialog at once, and submits what it returns. One that was closed can be opened again.
 * @param intent of the form, whose further fields are `children`
 */
export function PasskeyDialog({
  passkey: { transactionId, options },
  action,
  intent,
  children,
}: {
  passkey: PasskeyCeremony;
  action: string;
  intent: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const [dialog, setDialog] = useState<'none' | 'open' | 'closed'>('none');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the dialog once.
  useEffect(() => {
    const closing = new AbortController();
    setDialog('open');
    readPasskey(options, closing.signal).then(
      (response) => {
        if (form.current === null || closing.signal.aborted) return;
        const fields = new FormData(form.current);
        fields.set('response', response);
        submit(fields, { method: 'post', action });
      },
      () => {
        if (!closing.signal.aborted) setDialog('closed');
      },
    );
    return () => closing.abort();
  }, [options, attempt]);
  return (
    <>
      <Form method="post" action={action} ref={form} hidden>
        {children}
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="transactionId" value={transactionId} />
      </Form>
      <noscript>
        <p>Passkeys need JavaScript. Use another way.</p>
      </noscript>
      <p role="status">{messages[dialog]}</p>
      {dialog === 'closed' ? (
        <p>
          <Button variant="primary" type="button" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </p>
      ) : null}
    </>
  );
}
