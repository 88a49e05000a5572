import sax from 'sax';
import { listFault } from './list-fault.ts';
import { type ListFile, longestField } from './reading.ts';
import { textPieces } from './text-pieces.ts';

/** An element of a record with what is in it. */
export interface XmlElement {
  name: string;
  /** Its own text, without the white space around it. */
  text: string;
  children: XmlElement[];
}

export interface XmlRecord {
  /** Line on which the record ends. */
  line: number;
  record: XmlElement;
}

const deepestNesting = 40;
/** Elements of one record. */
const mostElements = 50_000;

/** The texts of a record's children of one name, in order, empty ones left out. */
export function textsOf(element: XmlElement, name: string): string[] {
  return element.children.filter((child) => child.name === name && child.text !== '').map(({ text }) => text);
}

export function textOf(element: XmlElement, name: string): string | undefined {
  return textsOf(element, name)[0];
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/**
 * The records of an XML file one by one: elements of certain names, wherever they stand under the root. Memory holds one of them.
 * Nothing is fetched or expanded: a file with a document type declaration, which could define entities, is refused.
 *
 * @param onRoot gets the root's name and attributes, and throws where it is another document.
 * @throws ListFault with the line for XML that is broken, cut off, or out of bounds.
 */
export async function* xmlRecords(
  file: ListFile,
  records: readonly string[],
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
    throw listFault(file.name, line(), `The XML is broken or cut off: ${reason.toLowerCase()}.`);
  };
  parser.ondoctype = () => {
    throw listFault(file.name, line(), 'The file declares a document type, which lists do not do.');
  };
  parser.onopentag = (tag) => {
    depth += 1;
    if (depth > deepestNesting) throw listFault(file.name, line(), 'Elements are nested too deep.');
    if (!hasRoot) onRoot(tag.name, tag.attributes as Record<string, string>);
    hasRoot = true;
    if (open.length === 0 && !records.includes(tag.name)) return;
    elements = open.length === 0 ? 1 : elements + 1;
    if (elements > mostElements) throw listFault(file.name, line(), 'One entry holds too many elements.');
    const element: XmlElement = { name: tag.name, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element === undefined) return;
    element.text += text;
    if (element.text.length > longestField) {
      throw listFault(
        file.name,
        line(),
        `The element ${element.name} holds more than ${longestField} characters.`,
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
  for await (const piece of textPieces(file)) {
    parser.write(piece);
    yield* done.splice(0);
  }
  parser.close();
  if (!hasRoot) throw listFault(file.name, null, 'The file holds no XML.');
}
