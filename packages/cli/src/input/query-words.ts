import type { ComponentKind } from '@plenum/protocol/component';

/** A word of `plenum query` and the kinds of component it shows. */
export interface QueryWord {
  readonly words: readonly string[];
  readonly kinds: readonly ComponentKind[];
  readonly summary: string;
  /** True if a house can have several, so a number after the word selects one component. */
  readonly many: boolean;
}

const row = (words: string, kinds: readonly ComponentKind[], many: boolean, summary: string): QueryWord => ({
  words: words.split(' '),
  kinds,
  summary,
  many,
});

/** The words of `plenum query`; help shows the first of each row. */
export const queryWords: readonly QueryWord[] = [
  row('unit ac', ['unit'], false, 'the ducted air conditioner'),
  row('zones zone', ['zone'], true, 'its zones'),
  row('schedules schedule favourites favourite', ['schedule'], true, 'its favourites'),
  row('faults', ['faults'], false, 'its fault history'),
  row('unit-brand', ['brandStatus'], false, 'what a unit of brand A measures'),
  row('splits split', ['split'], true, 'the wall splits'),
  row('split-system', ['splitSystem'], false, 'the split system as a whole'),
  row('split-favourites split-favourite', ['splitFavourite'], true, 'favourites of the splits'),
  row('vrf vrfs', ['vrf'], true, 'the VRF units'),
  row('vrf-favourites vrf-favourite', ['vrfFavourite'], true, 'favourites of the VRF units'),
  row('irrigation', ['irrigation'], false, 'the irrigation controller'),
  row('programs program', ['program'], true, 'its programs'),
  row('stations station', ['station'], true, 'its stations'),
  row('power', ['power', 'powerStatus'], false, 'the power monitor'),
  row('lighting', ['lighting', 'lastButton'], false, 'the lighting system'),
  row('lamps lamp lights light', ['lamp'], true, 'lamps, outlets, blinds and garage doors'),
  row('switches switch', ['wallSwitch'], true, 'the wall switches'),
  row('light-favourites light-favourite', ['lightFavourite'], true, 'favourites of the lighting'),
  row('light-network', ['lightNetwork'], false, 'the network settings of the bridge'),
  row('lamp-diagnostics', ['lampDiagnostics'], true, 'diagnostics of the lamps'),
];

/** Finds the row that contains a word, in upper or lower case. */
export const findQueryWord = (word: string): QueryWord | undefined =>
  queryWords.find(({ words }) => words.includes(word.toLowerCase()));
