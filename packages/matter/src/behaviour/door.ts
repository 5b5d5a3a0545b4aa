import { ClosureControlServer } from '@matter/main/behaviors/closure-control';
import { DescriptorServer } from '@matter/main/behaviors/descriptor';
import { ClosureControl } from '@matter/main/clusters/closure-control';
import { Status } from '@matter/main/types';
import { noteWritten, perform, refused } from './controls.ts';

const { TargetPosition } = ClosureControl;

/** An endpoint that says what kind of closure it is. */
export const Tagged = DescriptorServer.with('TagList');

/**
 * A garage door that opens and shuts. Instantaneous is the feature of what has no `Stop`: a press of its only button may as well
 * turn it round (lighting 5), so success would be a promise that it cannot keep.
 */
export class Door extends ClosureControlServer.with('Positioning', 'Instantaneous') {
  override async moveTo({ position }: ClosureControl.MoveToRequest) {
    if (position === undefined) return;
    if (position !== TargetPosition.MoveToFullyOpen && position !== TargetPosition.MoveToFullyClosed)
      throw refused('A garage door is opened or shut.', Status.ConstraintError);
    await perform(this.endpoint, { what: 'closureControl.moveTo', value: position });
    this.state.overallTargetState = { position };
    // Where it gets is shown when its contact says so, and its true state where it does not get there.
    noteWritten(this.endpoint);
  }

  show(values: Partial<ClosureControl.Attributes>) {
    const before = this.state.overallCurrentState?.secureState;
    Object.assign(this.state, values);
    const secureValue = this.state.overallCurrentState?.secureState;
    if (typeof secureValue === 'boolean' && secureValue !== before)
      this.events.secureStateChanged.emit({ secureValue }, this.context);
  }
}
