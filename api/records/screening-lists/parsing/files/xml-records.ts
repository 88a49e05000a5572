import sax from 'sax';
import { maxFieldLength } from './cell-text.ts';
import { textChunks } from './decode-text.ts';
import { listError } from './list-error.ts';
import type { ListFile } from './list-file.ts';

/** An element of a record. */
export interface XmlElement {
  name: string;
  /** The element's text, trimmed. */
  text: string;
  children: XmlElement[];
}

export interface XmlRecord {
  /** Line on which the record ends. */
  line: number;
  record: XmlElement;
}

const deepestNesting = 40;
/** Maximum elements of a record. */
const maxElements = 50_000;

/** Non-empty texts of a record's children with a name, in order. */
export function getTexts(element: XmlElement, name: string): string[] {
  return element.children.filter((child) => child.name === name && child.text !== '').map(({ text }) => text);
}

export function getText(element: XmlElement, name: string): string | undefined {
  return getTexts(element, name)[0];
}

export function getChildren(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/**
 * Streams the records of an XML file. Memory holds one at a time.
 * Nothing is fetched or expanded: a file with a document type declaration, which could define entities, is rejected.
 * @param isRecord tells by an element's name and depth, 1 for the root, whether it is a record
 * @param onRoot receives the root's name and attributes, and throws for another document.
 * @throws ListError with the line for malformed, truncated or oversized XML.
 */
export async function* xmlRecords(
  file: ListFile,
  isRecord: (name: string, depth: number) => boolean,
  onRoot: (name: string, attributes: Readonly<Record<string, string>>) => void,
): AsyncGenerator<XmlRecord, void, undefined> {
  const parser = sax.parser(true, { position: true });
  const line = () => parser.line + 1;
  const done: XmlRecord[] = [];
  const open: XmlElement[] = [];
  let depth = 0;
  let elements = 0;
  let hasRoot = false;
  parser.onerror = (error) => {
    const [reason = 'it cannot be read'] = error.message.split('\n');
    throw listError(file.name, line(), `The XML is invalid or truncated: ${reason.toLowerCase()}.`);
  };
  parser.ondoctype = () => {
    throw listError(file.name, line(), 'The file declares a document type, which lists do not do.');
  };
  parser.onopentag = (tag) => {
    depth += 1;
    if (depth > deepestNesting) throw listError(file.name, line(), 'Elements are nested too deep.');
    if (!hasRoot) onRoot(tag.name, tag.attributes as Record<string, string>);
    hasRoot = true;
    if (open.length === 0 && !isRecord(tag.name, depth)) return;
    elements = open.length === 0 ? 1 : elements + 1;
    if (elements > maxElements) throw listError(file.name, line(), 'One entry holds too many elements.');
    const element: XmlElement = { name: tag.name, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element === undefined) return;
    element.text += text;
    if (element.text.length > maxFieldLength) {
      throw listError(
        file.name,
        line(),
        `The element ${element.name} holds more than ${maxFieldLength} characters.`,
      );
    }
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    depth -= 1;
    const element = open.pop();
    if (element === undefined) return;
    element.text = element.text.trim();
    if (open.length === 0) done.push({ line: line(), record: element });
  };
  for await (const chunk of textChunks(file)) {
    parser.write(chunk);
    yield* done.splice(0);
  }
  parser.close();
  if (!hasRoot) throw listError(file.name, null, 'The file holds no XML.');
}
