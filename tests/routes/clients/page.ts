const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What a person sees of an answer: its text and what stands in its form, as a browser without script has them. */
export interface Page {
  status: number;
  html: string;
  /** The document's text, without tags. */
  text: string;
  /** What an input, text area or select holds; undefined where there is none. */
  value(name: string): string | undefined;
  /** The sentences under a field of the client form. */
  error(name: string): string | undefined;
  /** The text of the part with this id. */
  part(id: string): string | undefined;
  /** Everything that pressing a button of the client form would post, by name. */
  form(): Record<string, string>;
}

const textOf = (html: string) =>
  decoded(
    html
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  ).trim();

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : decoded(found);
}

function selectedOption(select: string): string {
  const options = select.match(/<option[^>]*>/g) ?? [];
  const chosen = options.find((option) => /\sselected=""/.test(option)) ?? options[0];
  return (chosen && attribute(chosen, 'value')) ?? '';
}

/** Name and value of every control that would be posted. */
function controls(html: string): [string, string][] {
  const found: [string, string][] = [];
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name');
    const isChoice = /type="(radio|checkbox)"/.test(tag);
    if (name === undefined || (isChoice && !/\schecked=""/.test(tag))) continue;
    found.push([name, attribute(tag, 'value') ?? (isChoice ? 'on' : '')]);
  }
  for (const [all, tag = '', text = ''] of html.matchAll(/(<textarea[^>]*>)([\s\S]*?)<\/textarea>/g)) {
    const name = attribute(all.slice(0, tag.length), 'name');
    if (name !== undefined) found.push([name, decoded(text.replace(/^\n/, ''))]);
  }
  for (const [all, tag = ''] of html.matchAll(/(<select[^>]*>)[\s\S]*?<\/select>/g)) {
    const name = attribute(tag, 'name');
    if (name !== undefined) found.push([name, selectedOption(all)]);
  }
  return found;
}

export async function readPage(answer: Response): Promise<Page> {
  const html = await answer.text();
  const start = html.search(/<form[^>]*\sid="client"/);
  const form = start === -1 ? '' : html.slice(start, html.indexOf('</form>', start));
  const part = (id: string) => {
    const found = new RegExp(`<(\\w+)[^>]*\\sid="${escaped(id)}"[^>]*>([\\s\\S]*?)</\\1>`).exec(html)?.[2];
    return found === undefined ? undefined : textOf(found);
  };
  return {
    status: answer.status,
    html,
    text: textOf(html),
    value: (name) => controls(form).find(([found]) => found === name)?.[1],
    error: (name) => part(`client-${name}-error`)?.replace(/^Error: /, ''),
    part,
    form: () => Object.fromEntries(controls(form)),
  };
}
