import type { JsonSchema } from '@plenum/protocol/derive';
import { json, type OpenApi, plainText } from '../openapi/answers.ts';

const status: JsonSchema = {
  type: 'object',
  properties: { status: { type: 'string' } },
  required: ['status'],
};

const get = (operationId: string, summary: string, responses: OpenApi): OpenApi => ({
  get: { operationId, tags: ['operation'], summary, security: [], responses },
});

const answer = (description: string, content: OpenApi): OpenApi => ({ description, content });

/** The endpoints for operators of a cloud. */
export const watchPaths: OpenApi = {
  '/version': get('version', 'Read the release of the cloud.', {
    200: answer(
      'The release.',
      json(
        {
          type: 'object',
          properties: { name: { type: 'string' }, version: { type: 'string' } },
          required: ['name', 'version'],
        },
        { name: 'plenum-cloud', version: '0.1.0' },
      ),
    ),
  }),
  '/healthz': get('health', 'Check whether the process is running.', {
    200: answer('The process is running.', json(status, { status: 'ok' })),
  }),
  '/readyz': get(
    'ready',
    'Check whether this node accepts requests: it has started and is not stopping. It does not need the database.',
    {
      200: answer('The node is ready.', json(status, { status: 'ready' })),
      503: answer('The node stops, and its port closes soon.', json(status, { status: 'stopping' })),
    },
  ),
  '/metrics': get('metrics', 'Read counters and gauges in the Prometheus text format.', {
    200: answer('Metrics.', plainText({ metrics: '# TYPE plenum_cloud_http_requests_total counter\n' })),
  }),
};
