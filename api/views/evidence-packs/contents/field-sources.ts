import type { FieldSource, PackedBusinessVerification, PackedVerification } from './records.ts';

/** Parts compared by a check, and the corresponding fields of the pack. */
const identityPartFields = { name: 'name', dob: 'dateOfBirth', address: 'address' } as const;

const registryLabels = { nzbn: 'NZBN register', abr: 'ABN Lookup', asic: 'ASIC register' };

/**
 * Sources that confirm a client's recorded fields: valid identity checks and register extracts. Any other field is
 * based on the member's entry.
 */
export function getFieldSources(
  individual: readonly PackedVerification[],
  business: readonly PackedBusinessVerification[],
): FieldSource[] {
  const checks = individual.flatMap((verification) =>
    verification.checks
      .filter(({ current, result }) => current && result === 'pass')
      .flatMap((check) =>
        check.matched.flatMap((part) => {
          if (part !== 'name' && part !== 'dob' && part !== 'address') return [];
          const document = verification.documents.find(({ id }) => id === check.documentId);
          const source = check.source?.label ?? 'Sighted by staff';
          return [
            {
              field: identityPartFields[part],
              source: document ? `${source}, ${document.label}` : source,
              at: check.at,
            },
          ];
        }),
      ),
  );
  const extracts = business.flatMap(({ extract }) =>
    extract === null
      ? []
      : (['name', 'registration'] as const).map((field) => ({
          field,
          source: `${registryLabels[extract.registry]}, as “${extract.name}”`,
          at: extract.at,
        })),
  );
  return [...checks, ...extracts];
}
