export { labelsOf, type Metric, type MetricSample, metrics } from './metric.ts';
