import {
  type ChangedValues,
  changedValues,
  currentValues,
  type FieldValues,
  isTextChanged,
  openedValues,
  storableValues,
} from './unsent-entries.ts';
import { clearUnsent, readUnsent, storeUnsent, type UnsentForms } from './unsent-storage.ts';

const signOutPath = '/logout';

const isPost = (form: HTMLFormElement) => form.getAttribute('method')?.toLowerCase() === 'post';

/** A ticked row of a list is not an entry that would be lost. */
const isGuarded = (form: HTMLFormElement) => isPost(form) && form.dataset.selection === undefined;

/** Whether a path signs the person out. */
export const endsSession = (path: string): boolean => path === signOutPath;

/** Not `form.action`: a field of that name would take its place. */
const isSignOut = (form: HTMLFormElement) =>
  endsSession(new URL(form.getAttribute('action') || location.href, location.href).pathname);

/** What a form is called on its page, and is called again when the page is reopened. */
const nameOf = (form: HTMLFormElement): string =>
  form.id || `form ${[...document.forms].filter(isPost).indexOf(form)}`;

/** The form of the page with that name. */
export const findForm = (name: string): HTMLFormElement | undefined =>
  [...document.forms].find((form) => isGuarded(form) && nameOf(form) === name);

function formOf({ target }: Event): HTMLFormElement | null {
  if (!(target instanceof HTMLElement)) return null;
  return 'form' in target && target.form instanceof HTMLFormElement ? target.form : target.closest('form');
}

interface SentForm {
  form: HTMLFormElement;
  name: string;
  place: string;
}

/** The forms of the pages of this tab: which were typed in, and which of those have been sent. */
export class TypedForms {
  /** Each form that was used, as it was opened. */
  private readonly opened = new Map<HTMLFormElement, FieldValues>();
  /** The form whose response has not arrived. */
  private sent: SentForm | undefined;
  /** Whether a form is being sent just now. */
  private isSending = false;
  private isSigningOut = false;
  /** The person chose to leave, and the next page is not shown yet. */
  private isLeaving = false;
  /** Of the page that is shown. */
  private place: string | undefined;

  /** @param owner member and company */
  constructor(private readonly owner: string) {}

  /** Follows the forms of the document, until the returned function is called. */
  watch(): () => void {
    const stopping = new AbortController();
    const listen = <K extends keyof WindowEventMap>(
      type: K,
      listener: (event: WindowEventMap[K]) => void,
      capture = false,
    ) => addEventListener(type, listener, { capture, signal: stopping.signal });
    const note = (event: Event) => {
      const form = formOf(event);
      if (form !== null) this.note(form);
    };
    // Typed in before this script was there.
    for (const form of document.forms) if (isTextChanged(form)) this.note(form);
    // Before the page's own scripts change the form.
    for (const type of ['focusin', 'pointerdown', 'input'] as const) listen(type, note, true);
    // Before the page's own scripts send it.
    listen('submit', (event) => this.noteSubmit(event), true);
    // After them: a form that they send does not leave the document.
    listen('submit', (event) => this.noteSent(event));
    listen('beforeunload', (event) => {
      if (!this.isSigningOut && this.isChanged()) event.preventDefault();
    });
    listen('pagehide', () => {
      if (!this.isSigningOut) this.store();
    });
    return () => stopping.abort();
  }

  /** Notes the values of a form before its first change. */
  note(form: HTMLFormElement): void {
    if (isGuarded(form) && !this.opened.has(form)) this.opened.set(form, openedValues(form));
  }

  private noteSubmit({ target: form }: SubmitEvent): void {
    if (!(form instanceof HTMLFormElement) || !isPost(form) || isSignOut(form)) return;
    this.store();
    this.isSending = true;
    this.sent = { form, name: nameOf(form), place: this.place ?? '' };
  }

  private noteSent({ target: form, defaultPrevented }: SubmitEvent): void {
    this.isSending = false;
    if (!(form instanceof HTMLFormElement) || !isPost(form)) return;
    if (isSignOut(form)) {
      // Idle time is over: what was typed is held by the server. A person who signs out by the menu is asked first.
      if (!defaultPrevented) this.isSigningOut = true;
      if (!defaultPrevented || !this.isChanged()) clearUnsent();
    } else if (!defaultPrevented) {
      this.opened.delete(form);
      this.sent = undefined;
      this.store();
    }
  }

  private changes(): { form: HTMLFormElement; changed: ChangedValues }[] {
    for (const form of this.opened.keys()) if (!form.isConnected) this.opened.delete(form);
    return [...this.opened]
      .map(([form, opened]) => ({ form, changed: changedValues(opened, currentValues(form)) }))
      .filter(({ changed }) => Object.keys(changed).length > 0);
  }

  private isChanged(): boolean {
    return this.changes().length > 0;
  }

  /** Whether navigating now would lose entries. Sending a form is a navigation too, and loses none. */
  isUnsent(): boolean {
    return !this.isSending && !this.isLeaving && this.isChanged();
  }

  private store(): void {
    if (this.place === undefined) return;
    const forms = this.changes()
      .map(({ form, changed }) => [nameOf(form), storableValues(form, changed)] as const)
      .filter(([, values]) => Object.keys(values).length > 0);
    storeUnsent(this.owner, this.place, Object.fromEntries(forms));
  }

  /** Stores what was typed before the page is left for another path; nothing at sign-out. */
  leaveFor(path: string): void {
    this.isLeaving = true;
    this.isSigningOut = endsSession(path);
    if (this.isSigningOut) clearUnsent();
    else this.store();
  }

  /**
   * Notes the page that is shown now, and returns what was typed on it before, if the person came back to it.
   * @param page.place its entry in the tab's history
   * @param page.isReopened by Back, Forward or Reload
   * @param page.isSaved the form that was sent led to this page, so that it has been saved
   */
  arrive({
    place,
    isReopened,
    isSaved,
  }: {
    place: string;
    isReopened: boolean;
    isSaved: boolean;
  }): UnsentForms {
    if (this.sent !== undefined && isSaved) {
      const { form, name, place: sentFrom } = this.sent;
      this.opened.delete(form);
      const { [name]: _, ...others } = readUnsent(this.owner, sentFrom);
      storeUnsent(this.owner, sentFrom, others);
    }
    this.sent = undefined;
    this.isLeaving = false;
    const isSamePage = place === this.place;
    this.place = place;
    if (isReopened) return readUnsent(this.owner, place);
    // A new page at this place of the history, or the same one with a response.
    if (!isSamePage) storeUnsent(this.owner, place, {});
    return {};
  }
}
