import { randomUUID } from 'node:crypto';
import {
  type BridgeFrame,
  bridgeToken,
  type CloudFrame,
  readCloudFrame,
  uplink,
} from '@plenum/protocol/uplink';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import WebSocket from 'ws';
import { grantOf } from './node.fixture.ts';

export const session = 'AAECAwQFBgcICQoLDA0ODw';

/** Creates a bridge with a real key. The bridge sends the messages that the test passes in. */
export async function createScriptedBridge(systemId = '123456789') {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);

  interface Signing {
    typ?: string;
    claims?: object;
    header?: object;
    aud: string;
  }
  const sign = ({ typ = bridgeToken.connectType, claims = {}, header = {}, aud }: Signing) => {
    const iat = Math.floor(Date.now() / 1000);
    const usual = { sub: systemId, aud, jti: randomUUID(), iat, exp: iat + 60 };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid, typ, ...header })
      .sign(privateKey);
  };
  const prove = (aud: string, claims = {}) =>
    sign({ aud, typ: bridgeToken.pairingType, header: { jwk }, claims });

  /** Registers its key with the access token of a device grant. */
  const register = async (url: string, token: string, proof?: string) => {
    const answer = await fetch(`${url}${uplink.pairingPath}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ proof: proof ?? (await prove(url)) }),
    });
    return { status: answer.status, ...((await answer.json()) as { error?: string }) };
  };

  return {
    systemId,
    jwk: jwk as JWK,
    kid,
    privateKey,
    sign,
    prove,
    register,
    /** Registers its key for an account, using the grants of `startNode`. */
    pair: (url: string, account: string, proof?: string) => register(url, grantOf(account), proof),
    connect: async (url: string, token?: string, subprotocol?: string) =>
      openConnection(url, token ?? (await sign({ aud: url })), subprotocol),
  };
}

export type ScriptedBridge = Awaited<ReturnType<typeof createScriptedBridge>>;

/** Returns the snapshot of a bridge with one unit. */
export const snapshotOf = (systemId: string, SysOn = 0): BridgeFrame => ({
  type: 'snapshot',
  n: 1,
  session,
  at: 1_000,
  identity: { uid: systemId, deviceType: 'ASH', firmware: 'test' },
  components: [{ kind: 'unit', index: 0, datagram: { SysOn } }],
});

/** Opens a connection. Rejects with `<status> <error>` if it is refused. */
export const openConnection = (url: string, token: string, subprotocol: string = uplink.subprotocol) =>
  new Promise<ScriptedConnection>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${uplink.path}`, [subprotocol], {
      headers: { Authorization: `Bearer ${token}` },
    });
    const frames: CloudFrame[] = [];
    let wake = () => {};
    const closed = new Promise<void>((end) => {
      socket.on('close', () => {
        end();
        wake();
      });
    });
    socket.on('error', reject);
    socket.on('unexpected-response', (_, response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        reject(new Error(`${response.statusCode} ${(JSON.parse(text) as { error: string }).error}`));
      });
    });
    socket.on('message', (data) => {
      const read = readCloudFrame(data.toString());
      if (!read.ok) throw new Error(`no frame: ${data}`);
      frames.push(read.value);
      wake();
    });
    const next = async (): Promise<CloudFrame> => {
      while (frames.length === 0) {
        if (socket.readyState !== socket.OPEN) throw new Error('closed');
        await new Promise<void>((done) => {
          wake = done;
        });
      }
      return frames.shift()!;
    };
    socket.on('open', () =>
      resolve({
        send: (frame) => socket.send(JSON.stringify(frame)),
        sendText: (text) => socket.send(text),
        next,
        nextOf: async <T extends CloudFrame['type']>(type: T) => {
          for (;;) {
            const frame = await next();
            if (frame.type === type) return frame as Extract<CloudFrame, { type: T }>;
          }
        },
        closed,
        cut: () => socket.terminate(),
        isOpen: () => socket.readyState === socket.OPEN,
      }),
    );
  });

export interface ScriptedConnection {
  send(frame: BridgeFrame): void;
  sendText(text: string | Uint8Array): void;
  next(): Promise<CloudFrame>;
  /** Returns the next frame of a type, skipping all frames before it. */
  nextOf<T extends CloudFrame['type']>(type: T): Promise<Extract<CloudFrame, { type: T }>>;
  readonly closed: Promise<void>;
  cut(): void;
  isOpen(): boolean;
}
