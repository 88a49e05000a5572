import { Form } from '@remix-run/react';
import { ButtonLink } from '../../../components/button.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import type { ClientNextStep } from './client-next-step.server.ts';
import type { ClientPageData } from './client-page.server.ts';

/** The next action: a link to where it is taken, or the button that starts the relationship. */
export function NextStep({
  loaded: { client, requestKey },
  next,
}: {
  loaded: Pick<ClientPageData, 'client' | 'requestKey'>;
  next: ClientNextStep;
}) {
  if ('href' in next) {
    return (
      <ButtonLink to={next.href} variant="primary">
        {next.text}
      </ButtonLink>
    );
  }
  return (
    <Form method="post" action={`/clients/${client.id}`} preventScrollReset>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={client.version} />
      <input type="hidden" name="lifecycle" value="client" />
      <SubmitButton name="to" value={next.to} busy="Updating…">
        {next.text}
      </SubmitButton>
    </Form>
  );
}
