import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { companyField } from '../main-api/company-param.ts';
import { secretNames } from '../secret-names.ts';
import type { HeldForm, HeldForms } from '../services/held-forms.server.ts';
import { signedCookie } from '../signed-cookie.server.ts';
import { heldFields } from '../unsaved-url.ts';
import { safeRedirectTo } from './redirect-to.ts';

/** How long entries wait for their person to sign in again. */
const unsavedSeconds = 24 * 60 * 60;

/** Forms held for one browser, of about 380 bytes of cookie each; after that the oldest is discarded. */
const maxForms = 10;

const unsavedEntries = z.object({
  /** Id at the identity service of the person who made them. */
  userId: z.string(),
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Opens the entries; the server does not store it. */
  secret: z.string(),
  /** Id of the company that they were made in: they are not offered in another one. */
  company: z.string(),
  /** Recognises the page with their form, without its address. */
  pageHash: z.string(),
  /** True once their form was sent and shown again, as with a version conflict: the page then has another request key. */
  isShownAgain: z.boolean().optional(),
});

/** Where the entries of a form are held that was not saved before its session ended. */
export type UnsavedEntries = z.infer<typeof unsavedEntries>;

/** A cookie for each form, so that tabs that hold theirs at the same time do not overwrite each other's. */
const cookieKey = (id: string) => id.slice(0, 8);
const cookieFor = (key: string) => signedCookie(`unsaved_${key}`)();
const storeEntries = (entries: UnsavedEntries) =>
  cookieFor(cookieKey(entries.id)).serialize(entries, { maxAge: unsavedSeconds });
const cookieNames = /(?:^|;\s*)(?:__Host-)?assay_unsaved_([0-9a-f]{8})=/g;

const hashPage = (page: string) => createHash('sha256').update(page).digest('base64url').slice(0, 16);

/** A form to hold, with where it belongs. */
interface UnsavedForm {
  userId: string;
  page: string;
  action: string;
  /** Id of the company of the form's page. */
  company: string;
  form: FormData;
}

/** What was lost of forms that were to be held, and is said at the next sign-in. */
const losses = {
  large: 'What you had entered is lost: forms of more than 256 kB are not held.',
  older: 'Only the ten forms entered last are held: what you had entered in an earlier one is lost.',
} as const;

const lossCookie = signedCookie('lost_entries');
/** Longer than a browser takes to open the sign-in page. */
const lossSeconds = 10 * 60;

const noteLoss = (loss: keyof typeof losses): Promise<string> =>
  lossCookie().serialize(loss, { maxAge: lossSeconds });

/** What was lost of forms of this browser, with the `Set-Cookie` value after which it is not said again; undefined if nothing was. */
export async function takeLoss(request: Request): Promise<{ text: string; cookie: string } | undefined> {
  const found: unknown = await lossCookie().parse(request.headers.get('Cookie'));
  if (found !== 'large' && found !== 'older') return undefined;
  return { text: losses[found], cookie: await lossCookie().serialize('', { maxAge: 0 }) };
}

/**
 * Holds the entries of a form for a day, for the same person in the same company and browser.
 * @returns whether they are held, and the `Set-Cookie` values to send
 */
export async function holdUnsaved(
  heldForms: HeldForms,
  request: Request,
  { userId, page, action, company, form }: UnsavedForm,
): Promise<{ isHeld: boolean; cookies: string[] }> {
  const secret = randomBytes(32).toString('base64url');
  const { kept, leftOut } = withoutSecrets(form);
  // The form is posted in this company or not at all.
  kept.set(companyField, company);
  const id = await heldForms.hold(secret, { action, page, leftOut }, kept, unsavedSeconds);
  if (id === undefined) return { isHeld: false, cookies: [await noteLoss('large')] };
  const entries: UnsavedEntries = { userId, id, secret, company, pageHash: hashPage(page) };
  const cookie = await storeEntries(entries);
  const earlier = await readUnsaved(request);
  // A form that is held a second time takes its own place.
  const replaced = kept.has('requestKey') ? await findSent(heldForms, earlier, { userId, action, form }) : [];
  const others = earlier.filter((each) => !replaced.includes(each));
  const oldest = others.slice(0, Math.max(0, others.length - maxForms + 1));
  const discarded = await Promise.all([...replaced, ...oldest].map(discardUnsaved));
  return {
    isHeld: true,
    cookies: [...discarded, cookie, ...(oldest.length === 0 ? [] : [await noteLoss('older')])],
  };
}

/** A form without its secrets, and without files, which cannot be held: both are entered again, and named. */
function withoutSecrets(form: FormData): { kept: FormData; leftOut: string[] } {
  const kept = new FormData();
  const leftOut = form.getAll(heldFields.leftOut).filter((name) => typeof name === 'string');
  for (const [name, value] of form) {
    if (name === heldFields.leftOut) continue;
    const text = typeof value === 'string' ? value : value.name;
    if (typeof value === 'string' && !secretNames.test(name)) kept.append(name, text);
    else if (text !== '') leftOut.push(name);
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
  unsaved.filter(({ company }) => company === companyId);

/** The forms of offered entries, as a page's sentence says them, without opening one; undefined where there are none. */
export function describeOffered(offered: readonly UnsavedEntries[], page: string): string | undefined {
  const count = offered.length;
  const here = offered.filter(({ pageHash }) => pageHash === hashPage(page)).length;
  if (count === 0) return undefined;
  if (count === 1) return here === 1 ? 'the form on this page was' : 'a form was';
  return here === 0 ? `${count} forms were` : `${count} forms, ${here} of them on this page, were`;
}

/** The form with the entries; undefined once they have expired. */
export const openUnsaved = (
  heldForms: HeldForms,
  { secret, id }: UnsavedEntries,
): Promise<HeldForm | undefined> => heldForms.read(secret, id);

/** The `Set-Cookie` value that notes that the form of entries was shown again. */
export const noteShownAgain = (entries: UnsavedEntries): Promise<string> =>
  storeEntries({ ...entries, isShownAgain: true });

/**
 * A person's entries whose form is this one: sent to the same address with the same request key, or without one by the same button; or
 * shown again for a change of the same record.
 */
export async function findSent(
  heldForms: HeldForms,
  unsaved: readonly UnsavedEntries[],
  { userId, action, form }: { userId: string; action: string; form: FormData },
): Promise<UnsavedEntries[]> {
  const field = form.has('requestKey') ? 'requestKey' : 'intent';
  const isSame = ({ fields }: HeldForm) =>
    (fields.find(([name]) => name === field)?.[1] ?? null) === form.get(field);
  const found = await Promise.all(
    unsaved
      .filter((entries) => entries.userId === userId)
      .map(async (entries) => {
        const held = await openUnsaved(heldForms, entries);
        const isChange = entries.isShownAgain === true && form.has('version');
        return held?.action === action && (isChange || isSame(held)) ? [entries] : [];
      }),
  );
  return found.flat();
}

/** The `Set-Cookie` value after which entries are no longer offered. */
export const discardUnsaved = ({ id }: UnsavedEntries): Promise<string> =>
  cookieFor(cookieKey(id)).serialize('', { maxAge: 0 });
