import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bridgeToken } from '@plenum/protocol/uplink';
import { calculateJwkThumbprint, importJWK, type JWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { dataFiles, inMemory } from '../store/data-files.ts';

/** The Ed25519 key that identifies a bridge to clouds. */
export interface BridgeKey {
  /** Its public part (RFC 8037). */
  readonly publicJwk: JWK;
  /** Its thumbprint (RFC 7638), the `kid` of tokens. */
  readonly id: string;
  /** Signs claims as a compact JWS. */
  sign(claims: Record<string, unknown>, header: { typ: string; jwk?: JWK }): Promise<string>;
}

/** Returns the path of the key in a data folder: a private JWK that only its owner may read. */
export const keyFile = (folder: string): string => join(folder, dataFiles.key);

const read = (file: string): JWK | undefined => {
  try {
    const jwk = JSON.parse(readFileSync(file, 'utf8')) as JWK;
    chmodSync(file, 0o600);
    return jwk;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const generate = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK;

/** Written completely under another name first, so that an interrupted start leaves no partial key. */
const create = (file: string): JWK => {
  const jwk = generate();
  const descriptor = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(descriptor, JSON.stringify(jwk));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.new`, file);
  return jwk;
};

/** Opens the key of a data folder; creates it at the first start. A bridge in memory has a new one each time. */
export async function openKey(folder: string): Promise<BridgeKey> {
  const file = keyFile(folder);
  const { d, ...publicJwk } = folder === inMemory ? generate() : (read(file) ?? create(file));
  const key = await importJWK({ ...publicJwk, d } as JWK, bridgeToken.alg);
  const id = await calculateJwkThumbprint(publicJwk as JWK);
  return {
    publicJwk: publicJwk as JWK,
    id,
    sign: (claims, header) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: bridgeToken.alg, kid: id, ...header } as JWTHeaderParameters)
        .sign(key),
  };
}
