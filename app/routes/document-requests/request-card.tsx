import { RequestKeyInput } from '../../components/forms/submit.tsx';
import type { RequestPanelResult } from './actions.server.ts';
import type { DocumentRequestView } from './panel.server.ts';

/** Props shared by the parts of a request's view. */
export interface RequestFrame {
  request: DocumentRequestView;
  result: RequestPanelResult | undefined;
  requestKey: string;
}

/** Hidden inputs of every form of a request. */
export function RequestInputs({
  request,
  intent,
  requestKey,
}: {
  request: Pick<DocumentRequestView, 'id' | 'version'>;
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
