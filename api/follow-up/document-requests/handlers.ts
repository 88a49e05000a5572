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
import { handlersFor } from '../../kernel/command/handler.ts';
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

const handler = handlersFor<RequestsDeps & RecipientDeps>();

/** Handlers of the document request endpoints, for staff and for recipients. */
export const documentRequestHandlers = [
  handler(listDocumentRequests, (deps, { params, query }, caller) =>
    listRequests(deps, caller, params.id, query.before),
  ),
  createRequest,
  handler(listSubmittedRequests, (deps, { query }, caller) => listSubmittedFor(deps, caller, query.limit)),
  handler(readDocumentRequest, (deps, { params }, caller) => readRequest(deps, caller, params.id)),
  editDraft,
  sendRequest,
  remind,
  cancelRequest,
  decideItem,
  requestChangesTo,
  // Never stored with a request key: the response is a full number.
  handler(revealItemNumber, (deps, input, caller) =>
    revealNumber.run(deps, { ...caller, request: { ...caller.request, requestKey: undefined } }, input),
  ),
  handler(readPublicRequest, (deps, _input, caller) => readPublic(deps, caller)),
  startPublic,
  handler(uploadRequestFiles, (deps, { params, upload }, caller) =>
    saveRequestFiles(deps, caller, params.itemId, upload),
  ),
  handler(receiveRequestForm, (deps, { upload }, caller) => receiveForm(deps, caller, upload)),
  removeSubmittedFile,
  saveRequestDetails,
  submitPublic,
] as const;
