interface Lockfile {
  packages: Record<string, { license?: string }>;
}

interface BillOfMaterials {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  components: { 'bom-ref': string; name: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

export function readLockfile(root: string): Lockfile;
export function librariesIn(lockfile: Lockfile): { path: string; name: string; isProduction: boolean }[];
export function isLicenceAllowed(expression: string, isAllowed: (name: string) => boolean): boolean;
export function licenceProblems(root: string, lockfile: Lockfile): string[];
export function createBillOfMaterials(root: string, lockfile: Lockfile): BillOfMaterials;
