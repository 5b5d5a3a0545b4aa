export { labelsOf, type Metric, type MetricSample, metrics } from './metric/metric.ts';
