import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');

interface Options {
  readonly challenge: string;
}

/**
 * A security key in software (WebAuthn level 3, 6.1 and 6.5): one passkey with a P-256 key, in hand-written CBOR.
 * `flags` are those of the authenticator data: user present (1), user verified (4).
 */
export function createSecurityKey(origin: string, { flags = 5 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(16);
  const id = rawId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authData = (more: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags | more]), count]);
  };

  const toResponse = (response: Readonly<Record<string, Buffer>>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  });

  return {
    id,
    register: (options: Options) => {
      const cose = Buffer.concat([
        hex('a5 0102 0326 2001 215820'),
        Buffer.from(jwk.x!, 'base64url'),
        hex('225820'),
        Buffer.from(jwk.y!, 'base64url'),
      ]);
      const data = Buffer.concat([authData(0x40), Buffer.alloc(16), hex('0010'), rawId, cose]);
      const attestationObject = Buffer.concat([
        hex('a3 63666d74 646e6f6e65 6761747453746d74 a0 686175746844617461 58'),
        Buffer.from([data.length]),
        data,
      ]);
      return toResponse({ clientDataJSON: clientData('webauthn.create', options), attestationObject });
    },
    sign: (options: Options) => {
      const authenticatorData = authData(0);
      const clientDataJSON = clientData('webauthn.get', options);
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
        privateKey,
      );
      return toResponse({ clientDataJSON, authenticatorData, signature });
    },
  };
}

export type SecurityKey = ReturnType<typeof createSecurityKey>;
