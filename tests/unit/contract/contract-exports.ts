import { readdirSync } from 'node:fs';

const contractFolder = new URL('../../../contract/', import.meta.url);

/** All values that the modules of the contract export; twice if two modules export one. */
export async function contractExports(): Promise<unknown[]> {
  const files = readdirSync(contractFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ new URL(file, contractFolder).pathname)),
  );
  return modules.flatMap((module) => Object.values(module));
}
