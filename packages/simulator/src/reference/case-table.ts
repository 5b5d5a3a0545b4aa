import type { Quantity } from './bands.ts';
import type { judge } from './judge.ts';

/** One value of a case as a reader sees it. */
export interface CaseRow {
  readonly name: string;
  readonly what: string;
  readonly value: string;
  readonly low: string;
  readonly high: string;
  readonly isInside: boolean;
}

const words: { readonly [quantity in Quantity]: { readonly what: string; readonly digits: number } } = {
  heating: { what: 'heating, MWh a year', digits: 3 },
  cooling: { what: 'cooling, MWh a year', digits: 3 },
  peakHeating: { what: 'peak heating, kW', digits: 3 },
  peakCooling: { what: 'peak cooling, kW', digits: 3 },
  lowest: { what: 'lowest, °C', digits: 2 },
  highest: { what: 'highest, °C', digits: 2 },
  mean: { what: 'mean, °C', digits: 2 },
};

/** Returns the rows of a case from its judged values. */
export const toCaseRows = (name: string, judged: ReturnType<typeof judge>): readonly CaseRow[] =>
  judged.map(({ quantity, value, band, isInside }) => ({
    name,
    what: words[quantity].what,
    value: value.toFixed(words[quantity].digits),
    low: String(band[0]),
    high: String(band[1]),
    isInside,
  }));

const toLine = ({ name, what, value, low, high, isInside }: CaseRow): string =>
  `| ${name} | ${what} | ${value} | ${low} to ${high} | ${isInside ? 'inside' : '**outside**'} |`;

const line =
  /^\| (?<name>\d{3}(?:FF)?) \| (?<what>[^|]+) \| (?<value>\S+) \| (?<low>\S+) to (?<high>\S+) \| (?<judged>\S+) \|$/;

/** Returns the rows of the table of cases in a Markdown document. */
export const readCaseTable = (document: string): readonly CaseRow[] =>
  document.split('\n').flatMap((each) => {
    const found = line.exec(each)?.groups;
    if (found === undefined) return [];
    const { name, what, value, low, high, judged } = found as Readonly<Record<string, string>>;
    return [
      { name: name!, what: what!, value: value!, low: low!, high: high!, isInside: judged === 'inside' },
    ];
  });

/** Returns a document whose table of cases has these rows. */
export function withCaseTable(document: string, rows: readonly CaseRow[]): string {
  const lines = document.split('\n');
  const first = lines.findIndex((each) => line.test(each));
  const rest = lines.filter((each) => !line.test(each));
  return rest.toSpliced(first, 0, ...rows.map(toLine)).join('\n');
}
