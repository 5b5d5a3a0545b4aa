import { type Datagrams, findDatagram } from '../component/kinds.ts';
import { abilitiesOf } from '../lighting/device-types.ts';
import type { AnyCommand } from './catalogue.ts';

/** True if a command moves a garage door, which opens the house. `LiOn` is the only such command (lighting 5). */
export const movesGarageDoor = ({ name, body }: AnyCommand, datagrams: Datagrams): boolean =>
  name === 'LiOn' && abilitiesOf(findDatagram(datagrams, 'lamp', body.No)?.Type).isGarageDoor;
