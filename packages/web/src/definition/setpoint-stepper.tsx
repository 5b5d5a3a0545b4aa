import type { ComponentProps } from 'react';
import { Stepper } from '../design/stepper.tsx';
import { formatSetpoint, formatSpokenTemperature, type Scale } from '../reading/temperature.ts';

type SetpointStepperProps = Omit<ComponentProps<typeof Stepper>, 'format' | 'formatSpoken' | 'unit'> & {
  readonly scale: Scale;
};

/** A target changed by steps of the wire, shown and said in the reader's scale. */
export const SetpointStepper = ({ scale, ...props }: SetpointStepperProps) => (
  <Stepper
    {...props}
    format={(wire) => `${formatSetpoint(wire, scale)}°`}
    formatSpoken={(wire) => formatSpokenTemperature(wire, scale)}
  />
);
