import type { Bridge } from '@plenum/bridge';
import type { House } from '@plenum/client/house';
import type { AutomationAnswer } from '@plenum/insight/automation';
import { allEnergy, type EnergyAnswer } from '@plenum/insight/energy';
import { type Refusal, refuse, toSentence } from '@plenum/protocol/refusal';
import type { ComfortAnswer, ExceptionsAnswer } from '@plenum/protocol/schedule';
import { toAddresses } from '../../format/started.ts';

const toRefused = (refusal: Refusal) =>
  ({ ok: false, code: refusal.code, sentence: toSentence(refusal) }) as const;

interface ServedHouseOptions {
  readonly readOnly?: boolean;
  /** The app that the history shows as the source of commands. */
  readonly app: string;
}

/** Returns the house of a bridge in this process; it is read-only if the bridge is read-only on the network. */
export function toServedHouse(bridge: Bridge, { readOnly = false, app }: ServedHouseOptions): House {
  const { device, identity, http } = bridge;
  return {
    uid: identity.uid,
    url: toAddresses(http).map((address) => `${http.scheme}://${address}`)[0],
    datagrams: device.datagrams,
    isReachable: () => device.health()?.state !== 'silent',
    isReal: device.health() !== undefined,
    subscribe: (listener) => {
      const ends = [device.subscribe(listener), device.followHealth(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    command: async (commands, onUnconfirmed) => {
      if (readOnly) return toRefused(refuse('read-only').refusal);
      device.advanceTo(Date.now());
      const caller = {
        by: { over: 'local', app },
        onUnconfirmed: (refusal: Refusal) => onUnconfirmed?.(toRefused(refusal)),
      } as const;
      const result = await device.commandFor(caller, ...commands);
      return result.ok ? { ok: true } : toRefused(result.refusal);
    },
    readExceptions: async () => {
      const answer = bridge.read('/favourites/exceptions', {});
      return answer.ok ? (answer.value as ExceptionsAnswer).exceptions : undefined;
    },
    readComfort: async () => {
      const answer = bridge.read('/comfort', {});
      return answer.ok ? (answer.value as ComfortAnswer) : undefined;
    },
    readAutomation: async () => {
      const answer = bridge.read('/automation', {});
      return answer.ok ? (answer.value as AutomationAnswer) : undefined;
    },
    readEnergy: async () => {
      if (device.datagrams().power.length === 0) return undefined;
      const answer = bridge.read('/energy', { ...allEnergy, from: String(allEnergy.from) });
      return answer.ok ? (answer.value as EnergyAnswer) : undefined;
    },
  };
}
