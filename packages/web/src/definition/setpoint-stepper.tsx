import type { ComponentProps } from 'react';
import { Stepper } from '../design/field/stepper.tsx';
import { kept } from '../design/kept.tsx';
import {
  formatSetpoint,
  formatSpokenTemperature,
  nextSetpoint,
  type Scale,
} from '../reading/number/temperature.ts';

type SetpointStepperProps = Omit<
  ComponentProps<typeof Stepper>,
  'format' | 'formatSpoken' | 'unit' | 'next'
> & {
  readonly scale: Scale;
};

/**
 * A stepper for a setpoint, in steps of half a degree Celsius or a whole degree Fahrenheit, or in larger steps from its
 * definition.
 */
export const SetpointStepper = kept(({ scale, ...props }: SetpointStepperProps) => (
  <Stepper
    {...props}
    next={(wire, direction) => nextSetpoint(wire, direction, scale, props.step)}
    format={(wire) => `${formatSetpoint(wire, scale)}°`}
    formatSpoken={(wire) => formatSpokenTemperature(wire, scale)}
  />
));
