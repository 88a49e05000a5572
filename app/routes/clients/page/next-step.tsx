import { ButtonLink } from '../../../components/button.tsx';
import { fixUrl } from '../../../resolution-urls.ts';
import type { ClientPageData } from './client-page.server.ts';

/** The next action; nothing once every step is complete. */
export function NextStep({
  loaded: { client, progress, canApproveNow },
}: {
  loaded: Pick<ClientPageData, 'client' | 'progress' | 'canApproveNow'>;
}) {
  const { next } = progress;
  if (next === null) return null;
  const url =
    next.step === 'approval' && canApproveNow
      ? `/clients/${client.id}?confirm=verified#diligence`
      : (fixUrl(next.fix, { kind: 'client', id: client.id }) ?? '#diligence');
  return (
    <ButtonLink to={url} variant="primary">
      {next.text}
    </ButtonLink>
  );
}
