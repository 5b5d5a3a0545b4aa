import { ElectricalEnergyMeasurementServer } from '@matter/main/behaviors/electrical-energy-measurement';
import type { ElectricalEnergyMeasurement } from '@matter/main/clusters/electrical-energy-measurement';

type Measured = ElectricalEnergyMeasurement.EnergyMeasurement | null;
interface Values {
  readonly cumulativeEnergyImported?: Measured;
  readonly cumulativeEnergyExported?: Measured;
}

/** An energy counter whose new values are also sent as events. */
class Imported extends ElectricalEnergyMeasurementServer.with('ImportedEnergy', 'CumulativeEnergy') {
  show({ cumulativeEnergyImported: imported }: Values) {
    if (imported && imported.energy !== this.state.cumulativeEnergyImported?.energy)
      this.setMeasurement({ cumulativeEnergy: { imported } });
  }
}

class Exported extends ElectricalEnergyMeasurementServer.with('ExportedEnergy', 'CumulativeEnergy') {
  show({ cumulativeEnergyExported: exported }: Values) {
    if (exported && exported.energy !== this.state.cumulativeEnergyExported?.energy)
      this.setMeasurement({ cumulativeEnergy: { exported } });
  }
}

/** Counters for the energy that a channel used, and the energy that it generated. */
export const Energy = { imported: Imported, exported: Exported } as const;
