import type { DashboardOf } from './dashboard.ts';

const named = '{{name}}';

/** The house: what a bridge serves under `/metrics`. */
export const house: DashboardOf = {
  uid: 'plenum-house',
  title: 'Plenum: house',
  description: 'Rooms, air conditioner, power and energy of a house behind a Plenum bridge.',
  panels: [
    {
      title: 'Room temperature',
      type: 'timeseries',
      unit: 'celsius',
      queries: { [named]: 'plenum_zone_temperature_celsius' },
    },
    {
      title: 'Room setpoint',
      type: 'timeseries',
      unit: 'celsius',
      queries: { [named]: 'plenum_zone_setpoint_celsius' },
    },
    {
      title: 'Dampers',
      type: 'timeseries',
      unit: 'percentunit',
      min: 0,
      max: 1,
      queries: { [named]: 'plenum_zone_damper_ratio' },
    },
    {
      title: 'Unit air temperatures',
      type: 'timeseries',
      unit: 'celsius',
      queries: {
        supply: 'plenum_unit_supply_temperature_celsius',
        return: 'plenum_unit_return_temperature_celsius',
        setpoint: 'plenum_unit_setpoint_celsius',
      },
    },
    {
      title: 'Unit',
      type: 'stat',
      width: 6,
      queries: { '{{activity}}': 'plenum_unit_activity', '{{mode}}': 'plenum_unit_mode' },
    },
    { title: 'Fault', type: 'stat', width: 6, queries: { '{{code}}': 'plenum_unit_fault' } },
    { title: 'Filter due', type: 'stat', width: 6, queries: { filter: 'plenum_unit_filter_due' } },
    {
      title: 'Rooms without a working sensor or damper',
      type: 'stat',
      width: 6,
      queries: { rooms: 'sum(plenum_zone_sensor_fault + on (zone) plenum_zone_damper_fault)' },
    },
    {
      title: 'Air quality',
      type: 'timeseries',
      unit: 'ppm',
      queries: { CO2: 'plenum_unit_co2_ppm', TVOC: 'plenum_unit_tvoc_ppb / 1000' },
    },
    {
      title: 'Humidity',
      type: 'timeseries',
      unit: 'percentunit',
      min: 0,
      max: 1,
      queries: { house: 'plenum_unit_humidity_ratio', [named]: 'plenum_zone_humidity_ratio' },
    },
    {
      title: 'House power',
      type: 'timeseries',
      unit: 'watt',
      queries: { '{{flow}}': 'plenum_flow_watts' },
    },
    {
      title: 'Power by channel',
      type: 'timeseries',
      unit: 'watt',
      queries: { [named]: 'plenum_power_watts' },
    },
    {
      title: 'Energy in 24 hours',
      type: 'stat',
      unit: 'joule',
      queries: { '{{flow}}': 'increase(plenum_flow_joules_total[24h])' },
    },
    {
      title: 'Requests',
      type: 'timeseries',
      unit: 'reqps',
      queries: {
        '{{endpoint}} {{outcome}}': 'sum by (endpoint, outcome) (rate(plenum_http_requests_total[5m]))',
      },
    },
  ],
};
