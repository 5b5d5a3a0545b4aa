import type { AnyCommand } from '@plenum/protocol/command';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { ok, refuse } from '@plenum/protocol/refusal';
import type { WeeklyTimes } from '@plenum/protocol/schedule';
import type { Device } from '../device/device.ts';
import { changeOf, withTimes } from './weekly-times.ts';

export function toText({ Enabled, StartH, StartM, StopH, StopM, DaysEnabled }: WeeklyTimes) {
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Object.entries(DaysEnabled).flatMap(([day, on]) => (on === 1 ? [day] : []));
  return `${Enabled ? 'on' : 'off'} ${two(StartH)}:${two(StartM)}-${two(StopH)}:${two(StopM)} ${days}`;
}

/** A device with one favourite, in UTC, which shows each command immediately. */
export function createWeeklyDevice(times: WeeklyTimes, Name = 'Morning') {
  let favourite = { ...withTimes({ Index: 0, Name, Mode: 1, Fan: 1, Zones: [] }, times) };
  let at = 0;
  let isSilent = false;
  const sent: string[] = [];
  /** Runs once, after the next command. */
  let afterNext = () => {};
  const device = {
    datagrams: (): Datagrams => ({ ...nothingInstalled, schedule: [favourite as never] }),
    at: () => at,
    timeZone: () => 'UTC',
    readAt: () => undefined,
    subscribe: () => () => {},
    commandFor: async (_: unknown, ...commands: readonly AnyCommand[]) => {
      if (isSilent) return refuse('unreachable', { facts: { why: 'no answer' } });
      for (const command of commands) {
        sent.push(command.name);
        const now = favourite as never as WeeklyTimes;
        favourite = withTimes(favourite, { ...now, ...changeOf(command)?.times });
      }
      const run = afterNext;
      afterNext = () => {};
      run();
      return ok(undefined);
    },
  } as unknown as Device;
  return {
    device,
    sent,
    held: () => toText(favourite as never as WeeklyTimes),
    setTime: (time: string) => {
      at = Date.parse(`${time}Z`);
    },
    setSilent: (silent: boolean) => {
      isSilent = silent;
    },
    rename: (name: string) => {
      favourite = { ...favourite, Name: name };
    },
    afterNextCommand: (run: () => void) => {
      afterNext = run;
    },
  };
}
