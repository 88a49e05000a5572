import type { EndpointResponse } from '#contract/endpoint.ts';
import { uploadOwnList } from '#contract/monitoring/screening-lists.ts';
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
