import { getText, parsePage, postedFields } from '#tests/support/app/html.ts';

/** What a user without script sees of a response: its text and its form fields. */
export interface Page {
  status: number;
  html: string;
  /** The document's text, without tags. */
  text: string;
  /** The value of an input, text area or select; undefined where there is none. */
  value(name: string): string | undefined;
  /** The errors under a field of the client form. */
  error(name: string): string | undefined;
  /** The text of the element with this id. */
  part(id: string): string | undefined;
  /** Everything that a button of the client's or activity's form would post, by name. */
  form(): Record<string, string>;
}

export async function readPage(response: Response): Promise<Page> {
  const html = await response.text();
  const document = parsePage(html);
  const fields = () => postedFields(document.querySelector('form#client, form#activity'));
  const part = (id: string) => {
    const found = document.getElementById(id);
    return found === null ? undefined : getText(found);
  };
  return {
    status: response.status,
    html,
    text: getText(document),
    value: (name) => fields().find(([found]) => found === name)?.[1],
    error: (name) => part(`client-${name}-error`)?.replace(/^Error: /, ''),
    part,
    form: () => Object.fromEntries(fields()),
  };
}
