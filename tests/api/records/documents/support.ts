import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '#contract/clients/clients.ts';
import { type DocumentOwner, receiveForm, uploadDocuments } from '#contract/documents/documents.ts';
import type { Outcome, TestApi } from '#tests/support/api/api.ts';
import { type FormFile, formWith } from '#tests/support/files/sample-files.ts';

type As = { token: string };

/** A new client as an owner of documents. */
export async function clientOwner(test: TestApi, as: As): Promise<DocumentOwner> {
  const body = {
    clientType: 'individual' as const,
    individual: { givenNames: 'Hinemoa', familyName: 'Exampleton' },
    confirmations: ['likelyDuplicates' as const],
  };
  const { response } = await test.request(createClient, { body }, { as });
  return { ownerType: 'client', ownerId: response.id };
}

/** Sends files, and text fields before them, as a browser does. */
export function upload(
  test: TestApi,
  as: As,
  owner: DocumentOwner,
  files: readonly FormFile[],
  { fields = {}, requestKey }: { fields?: Record<string, string>; requestKey?: string } = {},
): Promise<Outcome<typeof uploadDocuments>> {
  const input = { params: owner, body: formWith(files, fields), requestKey };
  return test.request(uploadDocuments, input as never, { as });
}

/** As `upload`, as a page with a form does. */
export function sendForm(
  test: TestApi,
  as: As,
  owner: DocumentOwner,
  files: readonly FormFile[],
  fields: Record<string, string>,
): Promise<Outcome<typeof receiveForm>> {
  return test.request(receiveForm, { params: owner, body: formWith(files, fields) } as never, { as });
}

/** Every file on the disk of the API under test, stored and waiting, by path. */
export async function filesOnDisk(test: TestApi): Promise<{ kept: string[]; waiting: string[] }> {
  const list = async (folder: string) => {
    const entries = await readdir(join(test.files.folder, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  };
  return { kept: await list('files'), waiting: await list('incoming') };
}
