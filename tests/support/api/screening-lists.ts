import { runListsImport } from '#api/records/screening-lists/command.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { uploadOwnList } from '#contract/monitoring/screening-lists.ts';
import { withFiles } from '../files/list-files.ts';
import type { TestApi } from './api.ts';

/** Uploads an internal list as a file, and returns the raw response. */
export async function postOwnList(
  test: TestApi,
  person: { token: string },
  files: Record<string, string | Uint8Array>,
): Promise<Response> {
  const body = new FormData();
  for (const [name, content] of Object.entries(files))
    body.append('file', new Blob([content as BlobPart]), name);
  return test.fetch(`/api/v1${uploadOwnList.path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${person.token}` },
    body,
  });
}

/** Uploads an internal list as CSV that must be accepted. */
export async function sendOwnList(
  test: TestApi,
  person: { token: string },
  csv: string,
): Promise<EndpointResponse<typeof uploadOwnList>> {
  const response = await postOwnList(test, person, { 'list.csv': csv });
  if (response.status !== uploadOwnList.status) {
    throw new Error(`The list was answered with ${response.status}: ${await response.text()}`);
  }
  return response.json() as Promise<EndpointResponse<typeof uploadOwnList>>;
}

/**
 * Imports a list as the operator does with `npm run lists:import`.
 * @param files their names with their contents
 * @param args options of the command; by default whatever the list's doubts, it is activated
 * @returns everything that the command prints; after `failed: ` if it ends with an error
 */
export function importList(
  { database, clock, files: { files } }: TestApi,
  source: string,
  contents: Record<string, string | Uint8Array>,
  args: Record<string, string> = { confirm: 'true' },
): Promise<string> {
  const deps = { db: database.db, now: clock.now, storage: files.storage };
  return withFiles(contents, async (found) => {
    const said: string[] = [];
    const paths = found.map(({ path }) => path);
    const last = await runListsImport(deps, { source, ...args }, paths, (line) => said.push(line)).catch(
      (error: Error) => `failed: ${error.message}`,
    );
    return [...said, last].join('\n');
  });
}
