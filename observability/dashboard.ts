import type { Dashboard, Panel } from '@grafana/schema';

/** One panel: its queries to Prometheus, and how to show the values. */
export interface PanelOf {
  readonly title: string;
  /** A line over time, or the last value as a number. */
  readonly type: 'timeseries' | 'stat';
  /** The expression and the legend of each query; `{{zone}}` in a legend is a label. */
  readonly queries: Readonly<Record<string, string>>;
  /** A unit of Grafana: `celsius`, `percentunit`, `watt`, `joule`, `bytes`, `s`, `reqps`, `ppm`. */
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  /** Width in columns, of 24; half of them by default. */
  readonly width?: number;
}

export interface DashboardOf {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly panels: readonly PanelOf[];
}

const source = { type: 'prometheus', uid: '$' + '{DS_PROMETHEUS}' } as const;
const height = 8;
const columns = 24;

const toPanel = (
  { title, type, queries, unit, min, max }: PanelOf,
  id: number,
  gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number },
): Panel => ({
  id,
  title,
  type,
  datasource: source,
  gridPos,
  targets: Object.entries(queries).map(([legendFormat, expr], at) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + at),
    datasource: source,
    expr,
    legendFormat,
  })),
  fieldConfig: {
    defaults: {
      ...(unit !== undefined && { unit }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
    },
    overrides: [],
  },
  options: {},
});

/** Panels in rows from left to right, as wide as each wants to be. */
const toPanels = (panels: readonly PanelOf[]): Panel[] => {
  let [x, y] = [0, 0];
  return panels.map((panel, at) => {
    const w = panel.width ?? columns / 2;
    if (x + w > columns) [x, y] = [0, y + height];
    const placed = toPanel(panel, at + 1, { h: height, w, x, y });
    x += w;
    return placed;
  });
};

/** A dashboard as Grafana 11 and later imports it; the import asks for the Prometheus to use. */
export const toDashboard = ({ uid, title, description, panels }: DashboardOf) => {
  const dashboard: Dashboard = {
    uid,
    title,
    description,
    tags: ['plenum'],
    schemaVersion: 39,
    timezone: 'browser',
    time: { from: 'now-24h', to: 'now' },
    refresh: '30s',
    panels: toPanels(panels),
  };
  const input = { name: 'DS_PROMETHEUS', label: 'Prometheus', type: 'datasource', pluginId: 'prometheus' };
  return { __inputs: [input], ...dashboard };
};
