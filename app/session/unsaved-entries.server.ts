import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { companyField } from '../main-api/company-param.ts';
import type { HeldForm, HeldForms } from '../services/held-forms.server.ts';
import { signedCookie } from '../signed-cookie.server.ts';
import { heldFields } from '../unsaved-url.ts';
import { secretNames } from './form-entries.ts';
import { safeRedirectTo } from './redirect-to.ts';

/** How long entries wait for their person to sign in again. */
const unsavedSeconds = 24 * 60 * 60;

/** Forms held for one browser, of about 350 bytes of cookie each; after that the oldest is discarded. */
const maxForms = 10;

const unsavedEntries = z.object({
  /** Id at the identity service of the person who made them. */
  userId: z.string(),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Opens the entries; the server does not store it. */
  secret: z.string(),
  /** Id of the company that they were made in: they are not offered in another one. */
  company: z.string().optional(),
});

/** Where the entries of a form are held that was not saved before its session ended. */
export type UnsavedEntries = z.infer<typeof unsavedEntries>;

/** A cookie for each form, so that tabs that hold theirs at the same time do not overwrite each other's. */
const cookieKey = (id: string) => id.slice(0, 8);
const cookieFor = (key: string) => signedCookie(`unsaved_${key}`)();
const cookieNames = /(?:^|;\s*)(?:__Host-)?assay_unsaved_([0-9a-f]{8})=/g;

/** A form to hold, with where it belongs. */
interface UnsavedForm {
  userId: string;
  page: string;
  action: string;
  /** Id of the company of the form's page; undefined if the form does not say. */
  company: string | undefined;
  form: FormData;
}

/**
 * Holds the entries of a form for a day, for the same person in the same browser.
 * @returns the `Set-Cookie` values to send; undefined if the form is too large
 */
export async function holdUnsaved(
  heldForms: HeldForms,
  request: Request,
  { userId, page, action, company, form }: UnsavedForm,
): Promise<string[] | undefined> {
  const secret = randomBytes(32).toString('base64url');
  const { kept, leftOut } = withoutSecrets(form);
  // The form is posted in this company or not at all.
  if (company !== undefined) kept.set(companyField, company);
  const id = await heldForms.hold(secret, { action, page, leftOut }, kept, unsavedSeconds);
  if (id === undefined) return undefined;
  const entries: UnsavedEntries = { userId, id, secret, ...(company === undefined ? {} : { company }) };
  const cookie = await cookieFor(cookieKey(id)).serialize(entries, { maxAge: unsavedSeconds });
  const earlier = await readUnsaved(request);
  // A form that is held a second time takes its own place.
  const replaced = kept.has('requestKey') ? await findSent(heldForms, earlier, { userId, action, form }) : [];
  const others = earlier.filter((each) => !replaced.includes(each));
  const oldest = others.slice(0, Math.max(0, others.length - maxForms + 1));
  return [...(await Promise.all([...replaced, ...oldest].map(discardUnsaved))), cookie];
}

/** A form without its secrets, and without files, which cannot be held: both are entered again. */
function withoutSecrets(form: FormData): { kept: FormData; leftOut: string[] } {
  const kept = new FormData();
  const leftOut = form.getAll(heldFields.leftOut).filter((name) => typeof name === 'string');
  for (const [name, value] of form) {
    if (typeof value !== 'string' || name === heldFields.leftOut) continue;
    if (!secretNames.test(name)) kept.append(name, value);
    else if (value !== '') leftOut.push(name);
  }
  return { kept, leftOut: [...new Set(leftOut)].slice(0, 20) };
}

/** The page and action of a form that was sent to be held, which has them as fields and loses them here; undefined if they lead elsewhere. */
export function takeTarget(form: FormData): { page: string; action: string } | undefined {
  const [page, action] = [heldFields.page, heldFields.action].map((name) => safeRedirectTo(form.get(name)));
  form.delete(heldFields.page);
  form.delete(heldFields.action);
  return page === undefined || action === undefined ? undefined : { page, action };
}

/** Where unsaved entries of this browser are held, oldest first; of anyone, or of one person. */
export async function readUnsaved(request: Request, userId?: string): Promise<UnsavedEntries[]> {
  const header = request.headers.get('Cookie') ?? '';
  const keys = [...new Set([...header.matchAll(cookieNames)].map(([, key = '']) => key))];
  const read = await Promise.all(
    keys.map(async (key) => {
      const { data } = unsavedEntries.safeParse(await cookieFor(key).parse(header));
      return data !== undefined && cookieKey(data.id) === key ? [data] : [];
    }),
  );
  return read.flat().filter((entries) => userId === undefined || entries.userId === userId);
}

/** Those that are offered in a company. */
export const offeredIn = (unsaved: readonly UnsavedEntries[], companyId: string): UnsavedEntries[] =>
  unsaved.filter(({ company }) => company === undefined || company === companyId);

/** The form with the entries; undefined once they have expired. */
export const openUnsaved = (
  heldForms: HeldForms,
  { secret, id }: UnsavedEntries,
): Promise<HeldForm | undefined> => heldForms.read(secret, id);

/** A person's entries whose form is this one: sent to the same address with the same request key. */
export async function findSent(
  heldForms: HeldForms,
  unsaved: readonly UnsavedEntries[],
  { userId, action, form }: { userId: string; action: string; form: FormData },
): Promise<UnsavedEntries[]> {
  const requestKey = form.get('requestKey') ?? undefined;
  const found = await Promise.all(
    unsaved
      .filter((entries) => entries.userId === userId)
      .map(async (entries) => {
        const held = await openUnsaved(heldForms, entries);
        const heldKey = held?.fields.find(([name]) => name === 'requestKey')?.[1];
        return held?.action === action && heldKey === requestKey ? [entries] : [];
      }),
  );
  return found.flat();
}

/** The `Set-Cookie` value after which entries are no longer offered. */
export const discardUnsaved = ({ id }: UnsavedEntries): Promise<string> =>
  cookieFor(cookieKey(id)).serialize('', { maxAge: 0 });
