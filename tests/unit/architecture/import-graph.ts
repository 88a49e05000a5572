import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** One import between two modules, by their paths relative to the root. */
export interface Import {
  importer: string;
  imported: string;
}

/** An import between two groups of modules, such as folders or areas. */
export interface Edge {
  from: string;
  to: string;
  /** The importing module and the imported one. */
  files: string;
}

/** The modules in a top folder, by their paths relative to the root. */
export const getModules = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => /\.tsx?$/.test(name));

/** The modules of the project that a source imports, types included, statically or not: `./x.ts` and `#api/x.ts`. */
export function getImports(importer: string, source: string): Import[] {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']*)'/g)].map(([, target = '']) => ({
    importer,
    imported: target.startsWith('#')
      ? target.slice(1)
      : relative(root, join(root, dirname(importer), target)),
  }));
}

/** Whether a source imports a folder at every start: by an import statement for more than types. */
export const isLoadedAtStart = (source: string, folder: string): boolean =>
  [...source.matchAll(/import\s+(?!type\b)[^;']*from\s*'([^']*)'/g)].some(([, target = '']) =>
    target.startsWith(`#${folder}/`),
  );

export const readSource = (name: string): string => readFileSync(join(root, name), 'utf8');

export const readImports = (modules: readonly string[]): Import[] =>
  modules.flatMap((name) => getImports(name, readSource(name)));

/** The imports between two groups. @param groupOf the group of a module, by its path relative to the root */
export const edgesBetween = (imports: readonly Import[], groupOf: (path: string) => string): Edge[] =>
  imports
    .map(({ importer, imported }) => ({
      from: groupOf(importer),
      to: groupOf(imported),
      files: `${importer} → ${imported}`,
    }))
    .filter(({ from, to }) => from !== to);

/** Groups that import each other in a cycle, by Tarjan’s strongly connected components. */
export function getCycles(edges: readonly Edge[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const seen = new Map<string, { index: number; low: number; onStack: boolean }>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (group: string) => {
    const own = { index: seen.size, low: seen.size, onStack: true };
    seen.set(group, own);
    stack.push(group);
    for (const target of targets.get(group) ?? []) {
      const other = seen.get(target) ?? visit(target);
      if (other.onStack) own.low = Math.min(own.low, other.low);
    }
    if (own.low === own.index) {
      const cycle = stack.splice(stack.indexOf(group));
      for (const member of cycle) {
        const state = seen.get(member);
        if (state) state.onStack = false;
      }
      if (cycle.length > 1) cycles.push(cycle.sort());
    }
    return own;
  };
  for (const group of targets.keys()) if (!seen.has(group)) visit(group);
  return cycles;
}
