import { parseHTML } from 'linkedom';

/** A page as a document, for tests of its elements. Runs no script. */
export function parsePage(html: string): Document {
  return parseHTML(html).document;
}

/** Posted value of a control; undefined for an unticked radio button or checkbox. */
function postedValue(control: Element): string | undefined {
  switch (control.localName) {
    case 'select': {
      const option = control.querySelector('option[selected]') ?? control.querySelector('option');
      return option?.getAttribute('value') ?? '';
    }
    case 'textarea':
      return (control.textContent ?? '').replace(/^\n/, '');
    default: {
      const isChoice = ['radio', 'checkbox'].includes(control.getAttribute('type') ?? '');
      if (isChoice && !control.hasAttribute('checked')) return undefined;
      return control.getAttribute('value') ?? (isChoice ? 'on' : '');
    }
  }
}

/** Name and value of everything that a form, or another part of a page, would post without script. */
export function postedFields(part: ParentNode | null): [name: string, value: string][] {
  return ['input', 'textarea', 'select'].flatMap((kind) =>
    [...(part?.querySelectorAll(`${kind}[name]`) ?? [])].flatMap((control): [string, string][] => {
      const value = postedValue(control);
      return value === undefined ? [] : [[control.getAttribute('name') ?? '', value]];
    }),
  );
}

/** The value of the first control of a name; '' where there is none. */
export function valueIn(html: string, name: string): string {
  return (
    parsePage(html)
      .querySelector(`[name="${name.replaceAll('"', `\\"`)}"]`)
      ?.getAttribute('value') ?? ''
  );
}

/** React writes the name in its own case. */
const autoCompleteOf = (control: Element) =>
  [...control.attributes].find(({ name }) => name.toLowerCase() === 'autocomplete')?.value ?? '';

/** `autocomplete` of the visible controls whose names begin with the prefix, by the rest of the name; '' where there is none. */
export function autoCompletes(html: string, prefix: string): Record<string, string> {
  const controls = [...parsePage(html).querySelectorAll('input:not([type=hidden]), textarea, select')];
  return Object.fromEntries(
    controls.flatMap((control): [string, string][] => {
      const name = control.getAttribute('name') ?? '';
      return name.startsWith(prefix) ? [[name.slice(prefix.length), autoCompleteOf(control)]] : [];
    }),
  );
}

/** The text of a part of a page, with a space between elements. */
export function getText(part: Node): string {
  const walk = (node: Node): string => {
    if (node.nodeType === node.TEXT_NODE) return node.textContent ?? '';
    if (node.nodeType === node.COMMENT_NODE || node.nodeName.toLowerCase() === 'script') return '';
    return ` ${[...node.childNodes].map(walk).join('')} `;
  };
  return walk(part).replace(/\s+/g, ' ').trim();
}
