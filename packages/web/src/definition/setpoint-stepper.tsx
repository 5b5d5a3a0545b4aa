import type { ComponentProps } from 'react';
import { Stepper } from '../design/stepper.tsx';
import { formatSetpoint, formatSpokenTemperature, type Scale } from '../reading/temperature.ts';

type SetpointStepperProps = Omit<ComponentProps<typeof Stepper>, 'format' | 'formatSpoken' | 'unit'> & {
  readonly scale: Scale;
};

/** A stepper for a setpoint. It steps in wire units, and shows and speaks the reader's scale. */
export const SetpointStepper = ({ scale, ...props }: SetpointStepperProps) => (
  <Stepper
    {...props}
    format={(wire) => `${formatSetpoint(wire, scale)}°`}
    formatSpoken={(wire) => formatSpokenTemperature(wire, scale)}
  />
);
