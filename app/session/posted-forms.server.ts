import { redirect, type UploadHandlerPart, unstable_parseMultipartFormData } from '@remix-run/node';
import { isStreamingUpload, maxBodyBytes } from '../body-limit.server.ts';
import { intendedCompany, noteFormCompany } from '../main-api/intended-company.server.ts';
import { endpointThatWaits } from '../main-api/proof-needed.ts';
import { proofSeconds } from '../services/held-forms.server.ts';
import type { Services } from '../services/services.server.ts';
import type { Realm, Session } from '../services/session-cookies.server.ts';
import { holdPath, unsavedPage } from '../unsaved-url.ts';
import { safeRedirectTo } from './redirect-to.ts';
import { confirmParameters } from './second-factor-url.ts';
import {
  discardUnsaved,
  findSent,
  holdUnsaved,
  noteShownAgain,
  readUnsaved,
  takeTarget,
} from './unsaved-entries.server.ts';
import { getActLabel, isDownload } from './waiting-acts.ts';

function toPath(url: string | null): string | undefined {
  if (url === null || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Path of the page that has the form or link. Browsers name it in `Referer` within a site. */
export const pageBefore = (request: Request) => toPath(request.headers.get('Referer'));

/** Path of the page that a form was posted from, or that is requested. */
export const toPage = (request: Request) =>
  request.method === 'GET' ? toPath(request.url) : pageBefore(request);

/** A second copy of a posted form, unread: the handler reads the first. Undefined for others, and for files. */
export function copyOfForm(request: Request): Request | undefined {
  if (request.method !== 'POST' || request.body === null) return undefined;
  const type = request.headers.get('Content-Type') ?? '';
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type) &&
    !isStreamingUpload(request.url, type)
    ? request.clone()
    : undefined;
}

/** Whether the request posts a form with files, whose body its handler streams on, unread. */
export const isUpload = (request: Request) =>
  request.method === 'POST' && isStreamingUpload(request.url, request.headers.get('Content-Type'));

/** A form with files, of which only the names are returned. No more text is read than a form without files may have. */
function readWithoutFiles(request: Request): Promise<FormData> {
  let left = maxBodyBytes;
  return unstable_parseMultipartFormData(request, async ({ filename, data }: UploadHandlerPart) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of data) {
      if (filename !== undefined || chunk.length > left) continue;
      left -= chunk.length;
      chunks.push(chunk);
    }
    return filename === undefined ? Buffer.concat(chunks).toString('utf8') : new File([], filename);
  });
}

/** Path and query that a form was posted to. */
function actionOf(url: URL): string {
  return `${url.pathname.replace(/\.data$/, '')}${url.search}`;
}

/** Where a posted form belongs: its own address and page, or those of the form that it sends to be held. */
function targetOf(request: Request, form: FormData): { page: string; action: string } | undefined {
  const action = safeRedirectTo(actionOf(new URL(request.url)));
  if (action === holdPath) return takeTarget(form);
  return action === undefined ? undefined : { page: safeRedirectTo(pageBefore(request)) ?? action, action };
}

/**
 * Holds a form that was posted after its member's session had ended, with files too as long as they are unread.
 * @returns whether it is held, and the `Set-Cookie` values
 */
export async function withUnsavedHeld(
  services: Services,
  realm: Realm,
  request: Request,
  posted: Request | undefined,
): Promise<{ isHeld: boolean; cookies: string[] }> {
  const nothing = { isHeld: false, cookies: [] };
  if (realm !== 'member' || (posted === undefined && !isUpload(request))) return nothing;
  const user = await services.cookies.readUser(request, realm);
  if (user === undefined) return nothing;
  const form = await (posted?.formData() ?? readWithoutFiles(request)).catch(() => undefined);
  const target = form && targetOf(request, form);
  if (form === undefined || target === undefined || target.action === unsavedPage) return nothing;
  noteFormCompany(request, form);
  const company = intendedCompany(request);
  if (company === undefined) return nothing;
  return holdUnsaved(services.heldForms, request, { ...target, userId: user.userId, company, form });
}

/**
 * Entries that were held are no longer offered once their own form was accepted, which our forms answer with a redirect or a file: one that
 * is shown again, or fails, has saved nothing. Returns the `Set-Cookie` values.
 */
export async function withUnsavedSent(
  { heldForms }: Services,
  { request, url, userId }: { request: Request; url: URL; userId: string },
  posted: Request | undefined,
  answer: unknown,
): Promise<string[]> {
  const isAccepted =
    answer instanceof Response &&
    ((answer.status >= 300 && answer.status < 400) || answer.headers.has('Content-Disposition'));
  if (posted === undefined) return [];
  const unsaved = await readUnsaved(request, userId);
  const form = unsaved.length === 0 ? undefined : await posted.formData().catch(() => undefined);
  if (form === undefined) return [];
  const sent = await findSent(heldForms, unsaved, { userId, action: actionOf(url), form });
  return Promise.all(sent.map(isAccepted ? discardUnsaved : noteShownAgain));
}

/**
 * Where a posted form redirects to that page on which a person proves that it is them: the form is held until then. The id is blank for a form
 * that cannot be held, which that page's person is told.
 */
export async function withHeldForm(
  services: Services,
  { secret }: Session,
  posted: Request | undefined,
  error: unknown,
): Promise<unknown> {
  const endpoint = endpointThatWaits(error);
  if (posted === undefined || endpoint === undefined) return error;
  const form = await posted.formData();
  const about = {
    action: actionOf(new URL(posted.url)),
    act: getActLabel(endpoint, form),
    isDownload: isDownload(endpoint),
  };
  const id = await services.heldForms.hold(secret, about, form, proofSeconds);
  const location = (error as Response).headers.get('Location');
  return redirect(`${location}&${confirmParameters.form}=${id ?? ''}`);
}
