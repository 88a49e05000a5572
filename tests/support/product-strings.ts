import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Folders whose strings users read: screens, emails, evidence packs, errors, endpoint summaries, sandbox pages. */
const productFolders = ['app', 'api', 'contract', 'demo', 'rules', 'sandbox'];

export interface ProductString {
  /** Path relative to the project's root. */
  file: string;
  /** The text with every run of white space as one space; of a template, each part between two `${…}` on its own. */
  text: string;
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .sort();
}

/** A module specifier, a type or a statement of SQL is never displayed. */
function isForMachines(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return true;
  const template = ts.isTemplateExpression(parent) || ts.isTemplateSpan(parent) ? getTemplate(node) : node;
  return ts.isTaggedTemplateExpression(template.parent);
}

function getTemplate(node: ts.Node): ts.Node {
  let at = node;
  while (!ts.isTemplateExpression(at)) at = at.parent;
  return at;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) ? node.text : undefined;
}

/** Strings of one source: literals, parts of templates and text between tags, without comments. */
export function getStrings(file: string, source: string): ProductString[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: ProductString[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node)?.replace(/\s+/g, ' ').trim();
    if (text && !isForMachines(node)) found.push({ file, text });
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** Every string of the product that may be on a screen, in an email or in a generated file. Migrations are closed. */
export function productStrings(): ProductString[] {
  return productFolders
    .flatMap(sourcesBelow)
    .filter((file) => !file.startsWith('api/kernel/database/migrations/'))
    .flatMap((file) => getStrings(file, readFileSync(join(projectRoot, file), 'utf8')));
}
