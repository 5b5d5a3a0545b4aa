/** What the wire does not show of a zone. */
export interface ZonePlant {
  /** Where the damper really stands, 0..100 % open. */
  position: number;
  /** Where its motor drives it, 0..100 % in steps of 5. */
  target: number;
  /** The damper does not move. Set from outside; the controller notices when it drives it (DmpFlt). */
  damperStuck: boolean;
  /** The sensor does not measure. Set from outside (SensorFault). */
  sensorFault: boolean;
  /** Charge 0..1 of the sensor's battery; whoever changes the battery sets 1. Always 1 where it has none. */
  battery: number;
  /** Strength 0..1 of the sensor's radio where it hangs; 0 = out of reach. Always 1 where it is wired. */
  radio: number;
}
