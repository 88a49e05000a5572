/** The posted form under the names of the contract. */
export function asContract(form: FormData): FormData {
  const renamed = new FormData();
  for (const [name, value] of form) renamed.append(name.replace(/^addresses\[0\]/, 'address'), value);
  return renamed;
}
