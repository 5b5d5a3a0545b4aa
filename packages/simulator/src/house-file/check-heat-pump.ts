import { type HeatPumpFile, toHeatPump } from '../house-schema/heat-pump.ts';
import type { HeatPumpKind } from '../physics/index.ts';
import { cannotBe, type Path, type Problems } from './problem.ts';

/** Yields a problem if the rated input of a heat pump leaves nothing for its compressor. */
export function* findHeatPumpProblems(path: Path, kind: HeatPumpKind, file: HeatPumpFile): Problems {
  const pump = toHeatPump(kind, file);
  const rest = pump.fan + pump.standby;
  for (const key of ['coolingInput', 'heatingInput'] as const) {
    if (pump[key] > rest) continue;
    const told = file.performance?.[key];
    const why = `its fan and electronics alone take ${Math.round(rest)} W`;
    if (told !== undefined)
      yield* cannotBe([...path, 'performance', key], told, 'the input of this unit', why);
    else yield* cannotBe([...path, 'performance', 'fan'], file.performance?.fan, 'the fan of this unit', why);
  }
}
