import { createCompanyKeys } from '#api/kernel/keys/company-keys.ts';

/** Fixed master keys. */
export const testMasterKeys = {
  files: ['file-key-of-the-tests-of-32-characters'],
  fields: ['field-key-of-the-tests-of-32-characters'],
};

/** Data keys of companies under them. */
export const testCompanyKeys = createCompanyKeys(testMasterKeys, () => new Date());
