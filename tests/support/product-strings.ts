import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Folders whose strings people read: screens, emails, evidence packs, errors, endpoint summaries, sandbox pages, messages of a process. */
const productFolders = [
  'app',
  'api',
  'contract',
  'demo',
  'diagrams',
  'rules',
  'sandbox',
  'scripts',
  'server',
];

export interface ProductString {
  /** Path relative to the project's root. */
  file: string;
  /** The text with every run of white space as one space. */
  text: string;
}

/** The strings of a source, in two cuts. */
interface SourceStrings {
  /** Each literal, each text between tags, and each part of a template between two `${…}`. */
  parts: ProductString[];
  /** As read: a template, or what an element holds, as one text with {@link placeholder} for what is filled in. */
  sentences: ProductString[];
}

/** Stands for a value in a sentence. */
const placeholder = '{}';

/** Elements within a sentence; any other one ends it. */
const inlineTags = new Set(['a', 'abbr', 'b', 'code', 'em', 'i', 'Link', 'span', 'strong', 'time']);

const toText = (text: string): string => text.replace(/\s+/g, ' ').trim();

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .sort();
}

function getRootSources(): string[] {
  return readdirSync(projectRoot).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));
}

/** A module specifier, a type or a statement of SQL is never on a screen. */
function isForMachines(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return true;
  return ts.isTaggedTemplateExpression(parent) && /^sql\b/.test(parent.tag.getText());
}

const getTemplateParts = (node: ts.TemplateExpression): string[] => [
  node.head.text,
  ...node.templateSpans.map(({ literal }) => literal.text),
];

/** The texts of markup: one for each run without an element that ends a sentence. */
function getMarkupTexts(markup: string): string[] {
  return markup
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<\/?([a-z0-9]+)[^>]*>/gi, (_, tag: string) => (inlineTags.has(tag) ? '' : '\0'))
    .split('\0');
}

function getTag(node: ts.JsxElement | ts.JsxSelfClosingElement): string {
  return (ts.isJsxElement(node) ? node.openingElement : node).tagName.getText();
}

/** What an element holds, as the runs that are read as one, with the literals that are part of them. */
function getRuns(children: readonly ts.JsxChild[], joined: Set<ts.Node>): string[] {
  const runs = [''];
  const add = (text: string) => {
    runs[runs.length - 1] += text;
  };
  const walk = (nodes: readonly ts.JsxChild[]): void => {
    for (const node of nodes) {
      if (ts.isJsxText(node)) {
        joined.add(node);
        add(node.text);
      } else if (ts.isJsxExpression(node)) {
        const { expression } = node;
        if (expression === undefined) continue;
        if (ts.isStringLiteralLike(expression)) {
          joined.add(expression);
          add(expression.text);
        } else add(placeholder);
      } else if (ts.isJsxElement(node) && inlineTags.has(getTag(node))) {
        joined.add(node);
        walk(node.children);
      } else runs.push('');
    }
  };
  walk(children);
  return runs;
}

/** Strings of one source, comments apart. A program in a `String.raw` is read as a source of its own. */
export function getStrings(file: string, source: string): SourceStrings {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: SourceStrings = { parts: [], sentences: [] };
  const joined = new Set<ts.Node>();
  const push = (list: ProductString[], text: string): void => {
    const trimmed = toText(text);
    if (trimmed !== '' && trimmed !== placeholder) list.push({ file, text: trimmed });
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && isForMachines(node)) {
      if (ts.isTemplateExpression(node)) for (const span of node.templateSpans) visit(span.expression);
      return;
    }
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      const texts = ts.isTemplateExpression(node) ? getTemplateParts(node) : [node.text];
      const tag = ts.isTaggedTemplateExpression(node.parent) ? node.parent.tag.getText() : '';
      if (tag === 'String.raw') {
        const program = getStrings(file, texts.join(''));
        found.parts.push(...program.parts);
        found.sentences.push(...program.sentences);
      } else if (tag === 'html') {
        for (const text of getMarkupTexts(texts.join(placeholder))) {
          push(found.sentences, text);
          for (const part of text.split(placeholder)) push(found.parts, part);
        }
      } else {
        for (const text of texts) push(found.parts, text);
        if (!joined.has(node)) push(found.sentences, texts.join(placeholder));
      }
    } else if (ts.isJsxText(node)) push(found.parts, node.text);
    else if (ts.isJsxFragment(node) || (ts.isJsxElement(node) && !joined.has(node)))
      for (const run of getRuns(node.children, joined)) push(found.sentences, run);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** Every string of the product that may be on a screen, in an email or in a file that it makes. Migrations are closed. */
export function productStrings(): SourceStrings {
  const all = [...productFolders.flatMap(sourcesBelow), ...getRootSources()]
    .filter((file) => !file.startsWith('api/kernel/database/migrations/'))
    .map((file) => getStrings(file, readFileSync(join(projectRoot, file), 'utf8')));
  return {
    parts: all.flatMap(({ parts }) => parts),
    sentences: all.flatMap(({ sentences }) => sentences),
  };
}

/** Lines of the documents that people read beside the product; docs/glossary.md, which lists retired words, apart. */
export function documentLines(): ProductString[] {
  const docs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'glossary.md')
    .map((name) => join('docs', name))
    .sort();
  return ['README.md', 'CONTRIBUTING.md', '.env.example', ...docs].flatMap((file) =>
    readFileSync(join(projectRoot, file), 'utf8')
      .split('\n')
      .map((line) => ({ file, text: toText(line) }))
      .filter(({ text }) => text !== ''),
  );
}
