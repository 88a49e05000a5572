import { Form, useNavigation, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { formatNumber } from '#rules/format/numbers.ts';
import { SubmitButton } from '../../../components/forms/submit.tsx';
import { useScripted } from '../../../components/forms/use-hydrated.ts';
import type { ProgressData } from './step-data.ts';

/**
 * Progress of a check or an import. With script it continues automatically; without, each press of the button processes for a few
 * seconds. An interrupted import is listed under "Earlier imports".
 */
export function ProgressStep({ screen, isRejected }: { screen: ProgressData; isRejected: boolean }) {
  const { shown } = screen;
  const isCheck = shown.status === 'checking';
  const { staged, imported, chosen } = shown.counts;
  const all = isCheck ? shown.rowCount : imported + chosen;
  const done = isCheck ? shown.rowCount - staged : imported;
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const navigation = useNavigation();
  const isScripted = useScripted();
  const isIdle = navigation.state === 'idle';
  useEffect(() => {
    // An error must be read by a person; continuing automatically would repeat it.
    if (isIdle && !isRejected && form.current)
      submit(form.current, { replace: true, preventScrollReset: true });
  }, [isIdle, isRejected, submit]);
  return (
    <div className="mt-4 grid max-w-form gap-4">
      <p role="status" className="tabular-nums">
        {isCheck ? 'Checked' : 'Imported'} {formatNumber(done)} of {formatNumber(all)} rows.
      </p>
      <progress
        className="w-full"
        max={all}
        value={done}
        aria-label={isCheck ? 'Rows checked' : 'Rows imported'}
      />
      <Form method="post" ref={form} replace>
        <input type="hidden" name="intent" value="continue" />
        {isScripted ? <input type="hidden" name="brief" value="true" /> : null}
        <SubmitButton busy="Continuing…" variant={isScripted ? 'secondary' : 'primary'}>
          Continue
        </SubmitButton>
      </Form>
      <p className="hint">Progress is saved. You can leave and resume from Clients, Import.</p>
    </div>
  );
}
