import { rm } from 'node:fs/promises';
import type { UploadedBody } from '#contract/endpoint.ts';
import { displayFileName } from '#rules/documents/file-kinds.ts';
import { invalid, isApiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readMultipart } from '../documents/multipart.ts';
import { stageFile } from '../documents/staging.ts';
import { countUpload } from '../documents/upload-limits.ts';
import type { ListFile } from './parsing/files/list-file.ts';
import type { ScreeningListsDeps } from './service.ts';
import { ownListLimits } from './sources.ts';

interface StagedList extends ListFile {
  isTooLarge: boolean;
  size: number;
}

/** Maximum files of one list; OFAC's has three. */
const maxFiles = 3;

async function discard(files: readonly StagedList[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })));
}

/** A form's files, and its other fields. */
const maxFormBytes = maxFiles * ownListLimits.bytes + 1024 * 1024;

const megabytes = ownListLimits.bytes / 1024 / 1024;
const unused = 'Nothing was imported. The active version is unchanged.';

/** Rewords the error about an oversized form to mention lists instead of documents. */
function aboutLists(error: unknown): unknown {
  if (!isApiError(error) || error.code !== 'request.tooLarge') return error;
  return invalid(`The file is larger than ${megabytes} MB, the maximum for a list. ${unused}`, 'file');
}

function problemWith(files: readonly StagedList[]): string | undefined {
  const tooLarge = files.find(({ isTooLarge }) => isTooLarge);
  if (files.length === 0) return 'Select the file of your list.';
  if (files.length > maxFiles) return `A list has at most ${maxFiles} files. Select one list.`;
  if (tooLarge !== undefined)
    return `${tooLarge.name} is larger than ${megabytes} MB, the maximum for a list. ${unused}`;
  const empty = files.find(({ size }) => size === 0);
  return empty === undefined ? undefined : `${empty.name} is empty: it has 0 bytes. Select the file again.`;
}

/** Receives a form's files on disk, calls back with them, and always removes them. */
export async function receiveListFiles<T>(
  deps: Pick<ScreeningListsDeps, 'db' | 'now' | 'files'>,
  { member }: MemberCaller,
  upload: UploadedBody,
  work: (files: ListFile[]) => Promise<T>,
): Promise<T> {
  const tooMany = await countUpload(deps, 'uploads.member', member.id);
  if (tooMany !== undefined) throw tooMany;
  const { files, together } = await readMultipart(
    upload,
    async ({ fileName, stream }): Promise<StagedList> => {
      const { path, isTooLarge, size } = await stageFile(
        deps.files.incomingFolder,
        stream,
        ownListLimits.bytes,
      );
      return { path, isTooLarge, size, name: displayFileName(fileName) };
    },
    discard,
    { maxBytes: maxFormBytes },
  ).catch((error: unknown) => {
    throw aboutLists(error);
  });
  if (together !== undefined) throw aboutLists(together.refusal);
  try {
    const problem = problemWith(files);
    if (problem !== undefined) throw invalid(problem, 'file');
    return await work(files);
  } finally {
    await discard(files);
  }
}
