import type { CertificateFiles, Clock } from '@plenum/platform';
import type { Dialect } from '@plenum/protocol/dialect';
import type { Quirks } from '@plenum/protocol/quirks';
import type { PushPolicy } from './alerts/alerts.ts';
import type { AttachTo } from './attached/attach-to.ts';
import type { HouseToRun } from './house/house-to-run.ts';
import type { HttpLimits } from './http/limits.ts';
import type { ReadMatterPairing } from './http/routes/installer.ts';
import type { Log } from './log/log.ts';
import type { UplinkSettings } from './uplink/uplink-settings.ts';

/** The settings of every bridge; the defaults are those of the interface, on loopback. */
export interface BridgeSettings extends UplinkSettings {
  /** The address of HTTP; `127.0.0.1` by default, `0.0.0.0` for every address of the machine. */
  readonly httpHost?: string | undefined;
  /** 8080 by default; 0 = any free port, as for all ports here. */
  readonly httpPort?: number | undefined;
  /** The files of a certificate and its key, for https in place of http; both are read again when they change. */
  readonly tls?: CertificateFiles | undefined;
  /** The port of discovery; 12107 by default. */
  readonly udpPort?: number | undefined;
  /** Ranges (`ADDRESS/BITS`) beyond local networks whose discovery is answered; none by default. */
  readonly discoveryFrom?: readonly string[] | undefined;
  /** The port that notifications are sent to; 7005 by default. */
  readonly notifyPort?: number | undefined;
  /** The address that notifications are sent to; by default the broadcast address of the network, or of loopback. */
  readonly notifyAddress?: string | undefined;
  /**
   * Whether a change of the lighting is sent too. By default only in neutral words: no maker's device sends it, and clients of
   * those log a warning.
   */
  readonly notifyLights?: boolean | undefined;
  /** Neutral words by default. */
  readonly dialect?: Dialect | undefined;
  /** How many times as fast as real time the house runs; by default as it last did, 1 at the first start. */
  readonly timeScale?: number | undefined;
  /** The key that clients have to send; none by default. */
  readonly accessKey?: string | undefined;
  /** The key of an installer; without one only direct requests of this machine may give an installer's commands. */
  readonly installerKey?: string | undefined;
  /**
   * The IP address of a proxy that checks its users itself (ingress of Home Assistant): what it passes on needs no key and may have any
   * host name, and it may show the page in a frame.
   */
  readonly ingressFrom?: string | undefined;
  /** Tells how to pair a Matter controller, for its installation page; undefined where the house is not shown over Matter. */
  readonly readMatterPairing?: ReadMatterPairing | undefined;
  /** Names of the bridge, in addition to addresses and `localhost`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Whether `/simulation` is served for a simulated house; true by default. */
  readonly simulation?: boolean | undefined;
  /** Whether it answers discovery; true by default. */
  readonly discovery?: boolean | undefined;
  /** Whether it announces itself by multicast DNS as `_plenum._tcp`, and on which port (5353); false by default. */
  readonly mdns?: boolean | { readonly port: number } | undefined;
  /** Aborted to give up starting while a real bridge does not answer. */
  readonly signal?: AbortSignal | undefined;
  /** The quirks of real devices that it shows to its clients, until others are set; none by default. */
  readonly misbehave?: Quirks | undefined;
  /** The folder of the built web application, which is then served at `/`. */
  readonly webFolder?: string | undefined;
  /** The folder of the built documentation, which is then served below `/docs/`. */
  readonly docsFolder?: string | undefined;
  readonly limits?: Partial<HttpLimits> | undefined;
  /** For tests: where push services may be; only at public addresses by default. */
  readonly push?: PushPolicy | undefined;
  readonly clock?: Clock | undefined;
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
