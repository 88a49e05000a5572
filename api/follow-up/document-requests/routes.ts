import {
  listDocumentRequests,
  listSubmittedRequests,
  readDocumentRequest,
  revealItemNumber,
} from '#contract/document-requests/document-requests.ts';
import {
  readPublicRequest,
  receiveRequestForm,
  uploadRequestFiles,
} from '#contract/document-requests/public-document-request.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import type { RequestsDeps } from './commands.ts';
import { createRequest, editDraft } from './drafts.ts';
import type { RecipientDeps } from './item-files.ts';
import { listRequests, listSubmittedFor, readRequest } from './queries.ts';
import { receiveForm } from './receive-form.ts';
import { readPublic, startPublic, submitPublic } from './recipient.ts';
import { saveRequestDetails } from './recipient-details.ts';
import { saveRequestFiles } from './recipient-files.ts';
import { removeSubmittedFile } from './remove-submitted-file.ts';
import { revealNumber } from './reveal-number.ts';
import { decideItem, requestChangesTo } from './review-item.ts';
import { cancelRequest, remind, sendRequest } from './send-request.ts';

/** Handlers of the document request endpoints, for staff and for recipients. */
export function documentRequestsRoutes(deps: RequestsDeps & RecipientDeps): Binding[] {
  return [
    bind(listDocumentRequests, ({ params, query }, caller) =>
      listRequests(deps, caller, params.id, query.before),
    ),
    createRequest.bind(deps),
    bind(listSubmittedRequests, ({ query }, caller) => listSubmittedFor(deps, caller, query.limit)),
    bind(readDocumentRequest, ({ params }, caller) => readRequest(deps, caller, params.id)),
    editDraft.bind(deps),
    sendRequest.bind(deps),
    remind.bind(deps),
    cancelRequest.bind(deps),
    decideItem.bind(deps),
    requestChangesTo.bind(deps),
    // Never stored with a request key: the response is a full number.
    bind(revealItemNumber, (input, caller) =>
      revealNumber.run(deps, { ...caller, request: { ...caller.request, requestKey: undefined } }, input),
    ),
    bind(readPublicRequest, (_input, caller) => readPublic(deps, caller)),
    startPublic.bind(deps),
    bind(uploadRequestFiles, ({ params, upload }, caller) =>
      saveRequestFiles(deps, caller, params.itemId, upload),
    ),
    bind(receiveRequestForm, ({ upload }, caller) => receiveForm(deps, caller, upload)),
    removeSubmittedFile.bind(deps),
    saveRequestDetails.bind(deps),
    submitPublic.bind(deps),
  ];
}
