import { Form } from '@remix-run/react';
import { estimateMinutes } from '#rules/document-requests/items.ts';
import { Button } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import type { RecipientRequestView } from './request.server.ts';
import { en as texts } from './texts/en.ts';

/** What is requested, before the recipient starts. The request counts as opened only once "Start" is pressed: mail scanners open links too. */
export function StartPage({ request: { items, here, endLabel } }: { request: RecipientRequestView }) {
  return (
    <Panel headingId="asked-heading" title={texts.start.heading}>
      <ul className="grid list-disc gap-1 pl-5">
        {items.map(({ id, label, required }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {label}
            {required ? '' : texts.start.optional}
          </li>
        ))}
      </ul>
      <p>
        {texts.start.duration(estimateMinutes(items))} {texts.start.ready(endLabel)}
      </p>
      <Form method="post" action={here}>
        <Button
          variant="primary"
          name="intent"
          value="start"
          data-busy={texts.start.busy}
          className="max-sm:w-full"
        >
          {texts.start.button}
        </Button>
      </Form>
    </Panel>
  );
}
