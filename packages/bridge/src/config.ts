import type { Clock } from '@plenum/machine';
import type { Dialect } from '@plenum/protocol/dialect';
import type { AttachTo } from './attached/attach-to.ts';
import type { HouseToRun } from './house/house-to-run.ts';
import type { HttpLimits } from './http/limits.ts';
import type { Log } from './log/log.ts';
import type { UplinkPace } from './uplink/uplink.ts';

/** Who a bridge is to a cloud: its system id, its public key (JWK, RFC 8037) and the thumbprint of that. */
export interface BridgeRegistration {
  readonly systemId: string;
  readonly keyId: string;
  readonly jwk: object;
}

/** Everything a bridge may be told beside what it fronts; the defaults are those of the interface, on loopback. */
export interface BridgeSettings {
  /** Folder of its store, made where it is missing. */
  readonly dataDir: string;
  /** Address HTTP is served on; `127.0.0.1` unless told, `0.0.0.0` for every address of the machine. */
  readonly httpHost?: string | undefined;
  /** 8080 unless told; 0 = any free port, as for all ports here. */
  readonly httpPort?: number | undefined;
  /** Port of discovery, 12107 unless told. */
  readonly udpPort?: number | undefined;
  /** Port notifications are sent to, 7005 unless told. */
  readonly notifyPort?: number | undefined;
  /** Address notifications are sent to; unless told the broadcast address of the network, or of loopback. */
  readonly notifyAddress?: string | undefined;
  readonly dialect?: Dialect | undefined;
  /** Seconds of the house in a second; as it was last unless told, at first 1. */
  readonly timeScale?: number | undefined;
  /** Who has it may use the bridge; unless told everybody may. */
  readonly accessKey?: string | undefined;
  /** Answers queries and refuses commands and overrides. */
  readonly readOnly?: boolean | undefined;
  /** Names, beside addresses and `localhost`, the bridge is reached under. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Whether `/simulation` is served; it is unless told, where there is a simulated house. */
  readonly simulation?: boolean | undefined;
  /** The folder of the built web application, served at `/`; none unless told. */
  readonly webFolder?: string | undefined;
  /** Address of the cloud it connects to, or what finds one for the bridge it is told of; it needs none. */
  readonly cloud?: string | ((who: BridgeRegistration) => Promise<string>) | undefined;
  /** How it paces its connection to the cloud. */
  readonly uplinkPace?: UplinkPace | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
  readonly clock?: Clock | undefined;
  /** Random numbers 0 <= n < 1, for the id of a bridge at its first start. */
  readonly random?: (() => number) | undefined;
  readonly log?: Log | undefined;
}

/** A bridge with a simulated house. */
export interface BridgeConfig extends BridgeSettings {
  readonly house: HouseToRun;
}

/** A bridge in front of a real one. */
export interface AttachedBridgeConfig extends BridgeSettings {
  readonly attach: AttachTo;
}
