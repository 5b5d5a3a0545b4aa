import type { DashboardOf } from './dashboard.ts';

/** The cloud: what each of its nodes serves under `/metrics`. */
export const cloud: DashboardOf = {
  uid: 'plenum-cloud',
  title: 'Plenum: cloud',
  description: 'The nodes of a Plenum cloud: bridges, requests, event delivery and load.',
  panels: [
    { title: 'Bridges', type: 'timeseries', queries: { '{{instance}}': 'plenum_cloud_bridges' } },
    {
      title: 'Busy',
      type: 'timeseries',
      unit: 'percentunit',
      min: 0,
      max: 1,
      queries: { '{{instance}}': 'plenum_cloud_busy_ratio' },
    },
    {
      title: 'Requests',
      type: 'timeseries',
      unit: 'reqps',
      queries: {
        '{{route}} {{status}}': 'sum by (route, status) (rate(plenum_cloud_http_requests_total[5m]))',
      },
    },
    {
      title: 'Request duration, 99th percentile',
      type: 'timeseries',
      unit: 's',
      queries: {
        '{{route}}':
          'histogram_quantile(0.99, sum by (route, le) (rate(plenum_cloud_http_request_seconds_bucket[5m])))',
      },
    },
    {
      title: 'Pending and failed changes',
      type: 'timeseries',
      queries: { '{{state}}': 'max by (state) (plenum_cloud_outbox)' },
    },
    {
      title: 'Delivery attempts',
      type: 'timeseries',
      unit: 'reqps',
      queries: { '{{verdict}}': 'sum by (verdict) (rate(plenum_cloud_delivery_attempts_total[5m]))' },
    },
    {
      title: 'Memory',
      type: 'timeseries',
      unit: 'bytes',
      queries: { '{{instance}}': 'plenum_cloud_resident_bytes' },
    },
    { title: 'Reaches the other nodes', type: 'stat', queries: { '{{instance}}': 'plenum_cloud_bus_up' } },
  ],
};
