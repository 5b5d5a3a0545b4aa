import { limitsOf } from '@plenum/entities';
import { type Config, type EntityOf, reads, writes } from './entity.ts';

/** Default step of a setpoint, in °C: the step of the zones. */
const defaultStep = 0.5;

/** Returns the keys of a climate entity's setpoint, with the economy limits while these are locked. */
export function setpointOf<S>(of: EntityOf<S>): Config {
  const { min = 15, max = 30, step = defaultStep } = limitsOf(of.kind.members.setpoint!.field!);
  const unit = of.house.datagrams.unit[0];
  const isLocked = unit?.EcoLock === 1 && (of.kind.word === 'unit' || of.kind.word === 'zone');
  return {
    ...reads(of, 'setpoint', ['temperature_state_topic', 'temperature_state_template']),
    ...writes(of, 'setpoint', 'temperature_command_topic'),
    min_temp: isLocked ? Math.max(min, (unit.EcoMin ?? 0) / 100) : min,
    max_temp: isLocked ? Math.min(max, (unit.EcoMax ?? max * 100) / 100) : max,
    temp_step: step,
  };
}

/** Returns the keys common to all climate entities: modes and, if the unit has a sensor, its temperature. */
export const climateOf = <S>(of: EntityOf<S>, modes: readonly string[]): Config => ({
  ...reads(of, 'climate_mode', ['mode_state_topic', 'mode_state_template']),
  ...writes(of, 'climate_mode', 'mode_command_topic'),
  modes,
  ...(of.kind.members.action && reads(of, 'action', ['action_topic', 'action_template'])),
  ...(of.kind.members.temperature &&
    reads(of, 'temperature', ['current_temperature_topic', 'current_temperature_template'])),
  temperature_unit: 'C',
  precision: 0.1,
});

/** The humidity next to the temperature of a climate entity. */
export const humidityOf = <S>(of: EntityOf<S>): Config =>
  reads(of, 'humidity', ['current_humidity_topic', 'current_humidity_template']);

/** The fan speeds of a climate entity. */
export const fansOf = <S>(of: EntityOf<S>, fans: readonly string[]): Config => ({
  ...reads(of, 'fan', ['fan_mode_state_topic', 'fan_mode_state_template']),
  ...writes(of, 'fan', 'fan_mode_command_topic'),
  fan_modes: fans,
});

/** The louvre positions of a climate entity. */
export const swingsOf = <S>(of: EntityOf<S>, swings: readonly string[]): Config => ({
  ...reads(of, 'swing', ['swing_mode_state_topic', 'swing_mode_state_template']),
  ...writes(of, 'swing', 'swing_mode_command_topic'),
  swing_modes: swings,
});

/** The favourites of the house as presets of a climate entity; none if there are no favourites. */
export const presetsOf = <S>(of: EntityOf<S>, presets: readonly string[]): Config =>
  presets.length === 0
    ? {}
    : {
        ...reads(of, 'preset', ['preset_mode_state_topic', 'preset_mode_value_template']),
        ...writes(of, 'preset', 'preset_mode_command_topic'),
        preset_modes: presets,
      };
