const mostFields = 20_000;

/**
 * A posted form of many plain fields. Templates and assessments have more of them, with keys of their authors' choosing, than the
 * forms that conform reads. One that no page of ours can have sent is answered with 400.
 */
export async function readFlatForm(request: Request): Promise<FormData> {
  let form: FormData | undefined;
  try {
    form = await request.formData();
  } catch {
    form = undefined;
  }
  if (form === undefined || [...form.keys()].length > mostFields) {
    throw Response.json({ code: 'request.malformed' }, { status: 400 });
  }
  return form;
}

/** A field's text; blank where it is missing or a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
