import { RequestKeyInput } from '../../components/forms/submit.tsx';
import type { RequestPanelAnswer } from './answers.server.ts';
import type { ShownRequest } from './panel.server.ts';

/** What the parts of a request's view go by. */
export interface RequestFrame {
  request: ShownRequest;
  answer: RequestPanelAnswer | undefined;
  requestKey: string;
}

/** What every form of a request carries. */
export function RequestInputs({
  request,
  intent,
  requestKey,
}: {
  request: Pick<ShownRequest, 'id' | 'version'>;
  intent?: string;
  requestKey: string;
}) {
  return (
    <>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="panel" value="request" />
      <input type="hidden" name="requestId" value={request.id} />
      <input type="hidden" name="version" value={request.version} />
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
    </>
  );
}
