import type { ComponentProps } from 'react';
import { Stepper } from '../design/stepper.tsx';
import { type Scale, sayTemperature, showSetpoint } from '../reading/temperature.ts';

type SetpointStepperProps = Omit<ComponentProps<typeof Stepper>, 'show' | 'say' | 'unit'> & {
  readonly scale: Scale;
};

/** A target changed by steps of the wire, shown and said in the reader's scale. */
export const SetpointStepper = ({ scale, ...props }: SetpointStepperProps) => (
  <Stepper
    {...props}
    show={(wire) => `${showSetpoint(wire, scale)}°`}
    say={(wire) => sayTemperature(wire, scale)}
  />
);
