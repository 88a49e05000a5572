/** Bytes of base64url, in which the identity service writes them. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

interface CredentialJson {
  id: string;
  type: 'public-key';
}

/** Options of a registration (WebAuthn, section 5.4, with `user`) or of a check (5.5), with bytes as base64url. */
interface OptionsJson {
  publicKey: {
    challenge: string;
    user?: { id: string; name: string; displayName: string };
    excludeCredentials?: CredentialJson[];
    allowCredentials?: CredentialJson[];
  };
}

const withBytes = (list: CredentialJson[] = []) => list.map((each) => ({ ...each, id: toBytes(each.id) }));

async function readCredential({ publicKey }: OptionsJson, signal: AbortSignal): Promise<Credential | null> {
  const challenge = toBytes(publicKey.challenge);
  if (publicKey.user === undefined) {
    const allowCredentials = withBytes(publicKey.allowCredentials);
    return navigator.credentials.get({ signal, publicKey: { ...publicKey, challenge, allowCredentials } });
  }
  const created = {
    ...publicKey,
    challenge,
    user: { ...publicKey.user, id: toBytes(publicKey.user.id) },
    excludeCredentials: withBytes(publicKey.excludeCredentials),
  };
  return navigator.credentials.create({
    signal,
    publicKey: created as unknown as PublicKeyCredentialCreationOptions,
  });
}

/**
 * Registers or proves a passkey in the browser's dialog.
 * @param options of the identity service, as JSON text
 * @returns the credential as JSON text
 * @throws if the dialog was closed, timed out, or found no passkey
 */
export async function readPasskey(options: string, signal: AbortSignal): Promise<string> {
  const credential = await readCredential(JSON.parse(options), signal);
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was read');
  const { id, rawId, type, response } = credential;
  const texts: Record<string, string> = { clientDataJSON: toText(response.clientDataJSON) };
  for (const name of ['attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
    const bytes = (response as unknown as Record<string, ArrayBuffer | null | undefined>)[name];
    if (bytes) texts[name] = toText(bytes);
  }
  const clientExtensionResults = credential.getClientExtensionResults();
  return JSON.stringify({ id, rawId: toText(rawId), type, response: texts, clientExtensionResults });
}
