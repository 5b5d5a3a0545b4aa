import type { Clock } from '@plenum/platform';
import { catalogue } from '@plenum/protocol/command';
import { type ComponentKind, componentKinds, type Datagrams, kinds } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/definition';
import type { Quirks } from '@plenum/protocol/quirks';
import { refuse } from '@plenum/protocol/refusal';
import {
  type HostedOverride,
  type HostedStatus,
  type HostedSwitch,
  hostedSwitches,
} from '@plenum/protocol/simulation';
import { changesBetween } from '../device/changes.ts';
import type { Decorator } from '../device/decorate.ts';
import type { Device } from '../device/device.ts';
import { decorateShown } from '../device-layers.ts';
import { createQuirks } from '../quirks/bridge-quirks.ts';
import type { Settings } from '../store/settings.ts';

/** The overrides of a hosted bridge that are not those of its house (`hostedOverrides`). */
interface Stored {
  readonly switches: { readonly [Name in HostedSwitch]: 0 | 1 };
  readonly quirks: Quirks;
}

/** The name of the setting that stores them. */
const setting = 'hosted';

const lightingKinds: ReadonlySet<ComponentKind> = new Set(
  componentKinds.filter((kind) => kinds[kind].subsystem === 'lighting'),
);

/** Shows a device as a bridge shows it whose firmware has no lighting, while `isOn` returns true. */
const withoutLighting =
  (isOn: () => boolean): Decorator =>
  (device) => {
    let last: { readonly from: Datagrams; readonly shown: Datagrams } | undefined;
    const hide = (from: Datagrams): Datagrams => {
      const entries = Object.entries(from).map(([kind, list]) =>
        lightingKinds.has(kind as ComponentKind) ? [kind, []] : [kind, list],
      );
      return Object.fromEntries(entries);
    };
    return {
      datagrams: () => {
        const from = device.datagrams();
        if (!isOn()) return from;
        if (last?.from !== from) last = { from, shown: hide(from) };
        return last.shown;
      },
      commandFor: async (caller, ...commands) => {
        const lighting = commands.find(({ name }) => catalogue.get(name)?.subsystem === 'lighting');
        return lighting !== undefined && isOn()
          ? refuse('not-installed', { path: [lighting.name], facts: { noun: subsystems.lighting.noun } })
          : device.commandFor(caller, ...commands);
      },
    };
  };

/** Interval at which a device is compared with what was last reported, while that can change without its house, in ms. */
const compareEvery = 1_000;

interface ShownChangesDeps {
  readonly clock: Clock;
  /** True if the device differs from its house. */
  readonly isChanged: () => boolean;
  /** True if the state will soon be another one. */
  readonly isBehind: () => boolean;
}

/**
 * Reports the changes of what a device shows, which differ from the changes of its house while it has a quirk or hides
 * a part of it. While its house catches up, reports none, and then only the last state.
 */
const withShownChanges =
  ({ clock, isChanged, isBehind }: ShownChangesDeps): Decorator =>
  (device) => ({
    subscribe: (listener) => {
      let before = device.datagrams();
      let cancel: (() => void) | undefined;
      let isWaiting = false;
      const stop = () => {
        cancel?.();
        cancel = undefined;
      };
      const compareLater = () => {
        cancel ??= clock.after(compareEvery, compare);
      };
      const compare = () => {
        stop();
        if (isBehind()) return compareLater();
        isWaiting = false;
        const datagrams = device.datagrams();
        const changed = changesBetween(before, datagrams);
        before = datagrams;
        if (changed.length > 0) listener({ at: device.at(), changed, datagrams });
        if (isChanged()) compareLater();
      };
      const unsubscribe = device.subscribe((changes) => {
        if (isBehind()) {
          isWaiting = true;
          return compareLater();
        }
        if (isWaiting || isChanged()) return compare();
        before = changes.datagrams;
        listener(changes);
      });
      compare();
      return () => {
        stop();
        unsubscribe();
      };
    },
  });

interface HostedOverridesDeps extends Pick<ShownChangesDeps, 'clock' | 'isBehind'> {
  readonly settings: Settings;
  readonly random: () => number;
}

/** The overrides of a hosted bridge, and its device as its cloud sees it. */
export function createHostedOverrides(
  device: Device,
  { settings, clock, random, isBehind }: HostedOverridesDeps,
) {
  const off = Object.fromEntries(hostedSwitches.map(({ name }) => [name, 0])) as Stored['switches'];
  const stored = settings.read(setting) as Stored | undefined;
  let switches = stored?.switches ?? off;
  const quirks = createQuirks({ clock, random }, stored?.quirks);
  const hasNoLighting = () => switches.NoLighting === 1;
  const isChanged = () => hasNoLighting() || Object.keys(quirks.current()).length > 0;
  return {
    shown: decorateShown(device, {
      quirks,
      clock,
      others: [withoutLighting(hasNoLighting), withShownChanges({ clock, isChanged, isBehind })],
    }),
    isOffline: () => switches.Offline === 1,
    /** Returns them as the status of the simulation shows them. */
    status: (): HostedStatus => ({ quirks: quirks.current(), ...switches }),
    apply: ({ name, body }: HostedOverride) => {
      if (name === 'Quirks') quirks.set(body);
      else switches = { ...switches, [name]: body };
      settings.write(setting, { switches, quirks: quirks.current() } satisfies Stored);
    },
  };
}

export type HostedOverrides = ReturnType<typeof createHostedOverrides>;
