import type { Diligence } from '#contract/cdd/cdd.ts';
import { ButtonLink } from '../../components/button.tsx';
import { fixUrl } from '../../resolution-urls.ts';

/** The next action; nothing once every step is complete. */
export function NextStep({
  clientId,
  progress,
  cddTransitions,
}: {
  clientId: string;
  progress: Diligence['progress'];
  cddTransitions: Diligence['cddTransitions'];
}) {
  const { next } = progress;
  if (next === null) return null;
  const approve = cddTransitions.find(({ to, blockers }) => to === 'verified' && blockers.length === 0);
  const url =
    next.step === 'approval' && approve
      ? `/clients/${clientId}?confirm=verified#diligence`
      : (fixUrl(next.fix, { kind: 'client', id: clientId }) ?? '#diligence');
  return (
    <ButtonLink to={url} variant="primary">
      {next.text}
    </ButtonLink>
  );
}
