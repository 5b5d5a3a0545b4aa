import { ClosureControlServer } from '@matter/main/behaviors/closure-control';
import { DescriptorServer } from '@matter/main/behaviors/descriptor';
import { ClosureControl } from '@matter/main/clusters/closure-control';
import { Status } from '@matter/main/types';
import { noteWritten, perform, refused } from './controls.ts';

const { TargetPosition } = ClosureControl;

/** An endpoint with a tag for its kind of closure. */
export const Tagged = DescriptorServer.with('TagList');

/**
 * A garage door that opens and shuts. It has the feature Instantaneous, which excludes `Stop`: pressing the only button
 * might reverse the door instead (lighting 5).
 */
export class Door extends ClosureControlServer.with('Positioning', 'Instantaneous') {
  override async moveTo({ position }: ClosureControl.MoveToRequest) {
    if (position === undefined) return;
    if (position !== TargetPosition.MoveToFullyOpen && position !== TargetPosition.MoveToFullyClosed)
      throw refused('A garage door can only be opened or shut.', Status.ConstraintError);
    await perform(this.endpoint, { what: 'closureControl.moveTo', value: position });
    this.state.overallTargetState = { position };
    // The contact reports when the door has arrived, and the true state of the door if it does not arrive.
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
