import type { DatagramOf } from '@plenum/protocol/component';
import { t } from '../../text/text.ts';

type Lamp = DatagramOf<'lamp'>;

/** The lamps on one page of the layout. An installer named the page after a room or a floor. */
export interface LampPage {
  readonly no: number;
  readonly name: string;
  readonly lamps: readonly Lamp[];
}

/** Returns the pages that have lamps, in order. A page without a name gets a default title. */
export const toPages = (system: DatagramOf<'lighting'>, lamps: readonly Lamp[]): readonly LampPage[] =>
  [...new Set(lamps.map(({ PgNo }) => PgNo))]
    .sort((a, b) => a - b)
    .map((no) => ({
      no,
      name: String((system as Record<string, unknown>)[`Pg${no + 1}N`] || t('lights.notOnPage')),
      lamps: lamps.filter(({ PgNo }) => PgNo === no),
    }));
