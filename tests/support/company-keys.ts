import { createCompanyKeys } from '#api/kernel/keys/company-keys.ts';

/** Data keys of companies under fixed master keys. */
export const testCompanyKeys = createCompanyKeys(
  { files: ['file-key-of-the-tests-of-32-characters'], fields: ['field-key-of-the-tests-of-32-characters'] },
  () => new Date(),
);
