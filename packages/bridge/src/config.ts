import type { PushPolicy } from '@plenum/outbound/push';
import type { CertificateFiles, Clock } from '@plenum/platform';
import type { Log } from '@plenum/platform/quiet-log';
import type { Dialect } from '@plenum/protocol/dialect';
import type { Quirks } from '@plenum/protocol/quirks';
import type { Tracer } from '@plenum/protocol/trace';
import type { AttachTo } from './attached/attach-to.ts';
import type { BackupSchedule } from './backup/backup-schedule.ts';
import type { HouseToRun } from './house/house-to-run.ts';
import type { HttpLimits } from './http/limits.ts';
import type { ReadMatterPairing } from './http/routes/installer.ts';
import type { HouseSnapshot } from './simulated/house-snapshot.ts';
import type { UplinkSettings } from './uplink/uplink-settings.ts';

/** The settings of every bridge; the defaults are those of the interface, on loopback. */
export interface BridgeSettings extends UplinkSettings {
  /** False to open no ports: then only `Bridge.connect` reaches the bridge; true by default. */
  readonly listen?: boolean | undefined;
  /** Address to serve HTTP at; `127.0.0.1` by default, `0.0.0.0` for every address of the machine. */
  readonly httpHost?: string | undefined;
  /** 8080 by default; 0 chooses any free port, as for all ports here. */
  readonly httpPort?: number | undefined;
  /**
   * Files of a certificate and its key, to serve https instead of http; the bridge reads both again when they change.
   */
  readonly tls?: CertificateFiles | undefined;
  /** UDP port for discovery; 12107 by default. */
  readonly udpPort?: number | undefined;
  /**
   * Address ranges (`ADDRESS/BITS`) from which discovery requests are answered, in addition to local networks; none by
   * default.
   */
  readonly discoveryFrom?: readonly string[] | undefined;
  /** UDP port that change notices are sent to; 7005 by default. */
  readonly notifyPort?: number | undefined;
  /** Address that change notices are sent to; by default the broadcast address of the network, or of loopback. */
  readonly notifyAddress?: string | undefined;
  /**
   * True to send change notices for lighting too. By default true only in the neutral dialect: makers' devices do not
   * send them, and their clients log a warning.
   */
  readonly notifyLights?: boolean | undefined;
  /** The dialect of the interface: the words that the wire uses. The neutral one by default. */
  readonly dialect?: Dialect | undefined;
  /**
   * Speed of the simulated house as a multiple of real time; by default the last speed that was set, or 1 at the first
   * start.
   */
  readonly timeScale?: number | undefined;
  /**
   * Days after which the history of the house is deleted: samples, energy and events; 2 to 1825 (five years), and 1825
   * by default.
   */
  readonly historyDays?: number | undefined;
  /** Access key that clients have to send; none by default. */
  readonly accessKey?: string | undefined;
  /** Key of the installer; without one, only direct requests from this machine may give an installer's commands. */
  readonly installerKey?: string | undefined;
  /**
   * IP address of a proxy that authenticates its users itself (ingress of Home Assistant). Its requests need no key and
   * may have any host name, and the proxy may show the page in a frame.
   */
  readonly ingressFrom?: string | undefined;
  /**
   * Returns the pairing information for a Matter controller, for the setup page; undefined if the house is not shown
   * over Matter.
   */
  readonly readMatterPairing?: ReadMatterPairing | undefined;
  /** Host names of the bridge, in addition to its addresses and `localhost`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** True to serve `/simulation` for a simulated house; true by default. */
  readonly simulation?: boolean | undefined;
  /**
   * True to list the latest requests at `/simulation/requests`. By default true for a simulated house whose simulation
   * is served, and false for a real one.
   */
  readonly keepRequests?: boolean | undefined;
  /** True to answer discovery; true by default. */
  readonly discovery?: boolean | undefined;
  /**
   * True to announce the bridge over multicast DNS as `_plenum._tcp`, or an object to use another port than 5353; false
   * by default.
   */
  readonly mdns?: boolean | { readonly port: number } | undefined;
  /** Abort it to stop waiting for a real bridge that does not respond during the start. */
  readonly signal?: AbortSignal | undefined;
  /** Quirks of real devices that clients see until others are set; none by default. */
  readonly misbehave?: Quirks | undefined;
  /** Folder of the built web application, which is served at `/`. */
  readonly webFolder?: string | undefined;
  /** Folder of the built documentation, which is served below `/docs/`. */
  readonly docsFolder?: string | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
  /** For tests: the addresses that push services may have; only public ones by default. */
  readonly push?: PushPolicy | undefined;
  /** Records commands as parts of traces; nothing is recorded by default. */
  readonly tracer?: Tracer | undefined;
  /** The copies that the bridge makes of its data every day; none by default. */
  readonly backups?: BackupSchedule | undefined;
  /** Stops the bridge and starts it again, after a restore. Without it, backups can only be downloaded. */
  readonly restart?: (() => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

/** Configuration of a bridge with a simulated house. */
export interface BridgeConfig extends BridgeSettings {
  readonly house: HouseToRun;
  /** With `dataDir: inMemory`: the snapshot that the bridge starts with (`Bridge.snapshots`); none by default. */
  readonly from?: HouseSnapshot | undefined;
}

/** Configuration of a bridge in front of a real one. */
export interface AttachedBridgeConfig extends BridgeSettings {
  readonly attach: AttachTo;
}
