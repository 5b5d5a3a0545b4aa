import type { Bridge } from '@plenum/bridge';
import type { Onboarding, OnboardingClock, OnboardingHouse } from '@plenum/cloud';
import { enumerations } from '@plenum/protocol/field';

const { zoneMode, zoneType } = enumerations;

const toClock = ({ simulation }: Bridge): OnboardingClock | undefined =>
  simulation && {
    pace: () => {
      const { paused, scale } = simulation.status().clock;
      return paused ? 0 : scale;
    },
    setPace: async (pace) => {
      await simulation.applyOverride({ name: 'ClockScale', body: pace });
      await simulation.applyOverride({ name: 'ClockPause', body: 0 });
    },
  };

/** Returns the name of the first room with temperature control, and the URL of its page. */
const toRoom = ({ device }: Bridge, url: string): OnboardingHouse['room'] => {
  const zone = device
    .datagrams()
    .zone.find(({ ZoneType, Mode }) => ZoneType === zoneType.values.auto && Mode === zoneMode.values.auto);
  return zone && { name: zone.Name.trim(), url: `${url}/#/overview/zone/${zone.Index}` };
};

/**
 * Returns the content of the cloud's welcome page for a bridge on this machine; `isOpen` is true if the simulation
 * controls are served.
 */
export function toOnboarding(bridge: Bridge, isOpen: boolean): Onboarding {
  const url = `http://127.0.0.1:${bridge.http.port}`;
  return {
    house: { url, systemId: bridge.identity.uid, room: toRoom(bridge, url) },
    clock: isOpen ? toClock(bridge) : undefined,
  };
}

/** Switches on the unit of a new house, so that the house is cooled regardless of the hour of the first visit. */
export async function switchOn({ device }: Bridge): Promise<void> {
  if (device.datagrams().unit.length > 0) await device.command({ name: 'SysOn', body: 1 });
}
