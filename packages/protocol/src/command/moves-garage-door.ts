import { type Datagrams, findDatagram } from '../component/kinds.ts';
import { abilitiesOf } from '../lighting/device-types.ts';
import type { AnyCommand } from './catalogue.ts';

/** Whether a command moves a garage door: the only one that does, since it opens a house (lighting 5). */
export const movesGarageDoor = ({ name, body }: AnyCommand, datagrams: Datagrams): boolean =>
  name === 'LiOn' && abilitiesOf(findDatagram(datagrams, 'lamp', body.No)?.Type).isGarageDoor;
