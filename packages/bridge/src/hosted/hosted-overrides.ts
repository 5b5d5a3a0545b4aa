import type { Clock } from '@plenum/platform';
import { catalogue } from '@plenum/protocol/command';
import { type ComponentKind, componentKinds, type Datagrams, kinds } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/definition';
import type { Quirks } from '@plenum/protocol/quirks';
import { refuse } from '@plenum/protocol/refusal';
import { type HostedOverride, type HostedSwitch, hostedSwitches } from '@plenum/protocol/simulation';
import { changesBetween } from '../device/changes.ts';
import { type Decorator, decorate } from '../device/decorate.ts';
import type { Device } from '../device/device.ts';
import { createQuirks } from '../quirks/bridge-quirks.ts';
import { withQuirks } from '../quirks/with-quirks.ts';
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

/** How often the effects of a quirk that ends by itself are noticed, in ms. */
const lateEvery = 1_000;

/**
 * Reports the changes of what a device shows, which differ from the changes of its house while it has a quirk or hides
 * a part of it.
 */
const withShownChanges =
  (clock: Clock, isChanged: () => boolean): Decorator =>
  (device) => ({
    subscribe: (listener) => {
      let before = device.datagrams();
      let cancel = () => {};
      const update = () => {
        cancel();
        const datagrams = device.datagrams();
        const changed = changesBetween(before, datagrams);
        before = datagrams;
        if (changed.length > 0) listener({ at: device.at(), changed, datagrams });
        if (isChanged()) cancel = clock.after(lateEvery, update);
      };
      const unsubscribe = device.subscribe((changes) => {
        if (isChanged()) return update();
        before = changes.datagrams;
        listener(changes);
      });
      update();
      return () => {
        cancel();
        unsubscribe();
      };
    },
  });

/** The overrides of a hosted bridge, and its device as its cloud sees it. */
export const createHostedOverrides = (
  device: Device,
  {
    settings,
    clock,
    random,
  }: { readonly settings: Settings; readonly clock: Clock; readonly random: () => number },
) => {
  const off = Object.fromEntries(hostedSwitches.map(({ name }) => [name, 0])) as Stored['switches'];
  const stored = settings.read(setting) as Stored | undefined;
  let switches = stored?.switches ?? off;
  const quirks = createQuirks({ clock, random }, stored?.quirks);
  const hasNoLighting = () => switches.NoLighting === 1;
  const isChanged = () => hasNoLighting() || Object.keys(quirks.current()).length > 0;
  return {
    shown: decorate(device, [
      withQuirks(quirks, clock),
      withoutLighting(hasNoLighting),
      withShownChanges(clock, isChanged),
    ]),
    isOffline: () => switches.Offline === 1,
    /** Returns them as the status of the simulation shows them. */
    status: () => ({ quirks: quirks.current(), ...switches }),
    apply: ({ name, body }: HostedOverride) => {
      if (name === 'Quirks') quirks.set(body);
      else switches = { ...switches, [name]: body };
      settings.write(setting, { switches, quirks: quirks.current() } satisfies Stored);
    },
  };
};

export type HostedOverrides = ReturnType<typeof createHostedOverrides>;
