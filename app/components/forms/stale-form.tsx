import type { FormResult } from './form-result.server.ts';
import { WarningBox } from './warning-box.tsx';

/** Fields of free text, which would have to be typed again. */
const textFields = ['name', 'note', 'source', 'reason', 'unresolvedReason'];

/**
 * The errors of a rejected form that the page no longer has, because the record changed meanwhile, with the text that was typed into
 * it. Nothing if the form `isShown`, with its errors and its input, or nothing was rejected.
 */
export function StaleForm({ result, isShown }: { result: FormResult | undefined; isShown: boolean }) {
  if (result === undefined || isShown) return null;
  const messages = Object.values(result.reply.error ?? {}).flatMap((texts) => texts ?? []);
  const typed: Record<string, unknown> = result.reply.initialValue ?? {};
  const texts = textFields
    .map((name) => typed[name])
    .filter((text) => typeof text === 'string' && text !== '');
  if (messages.length + texts.length === 0) return null;
  return (
    <div className="mt-4 max-w-form">
      <WarningBox
        id="stale"
        kind="danger"
        heading={messages.length > 0 ? messages.join(' ') : 'Not saved. This form is no longer available.'}
        reply={result}
      >
        {texts.length > 0
          ? texts.map((text) => (
              <p key={String(text)} className="whitespace-pre-line">
                Your text: {String(text)}
              </p>
            ))
          : undefined}
      </WarningBox>
    </div>
  );
}
