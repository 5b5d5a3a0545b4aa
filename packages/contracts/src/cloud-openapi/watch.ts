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
  '/version': get('version', 'Ask which release this is.', {
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
  '/healthz': get('health', 'Ask whether the process answers.', {
    200: answer('It does.', json(status, { status: 'ok' })),
  }),
  '/readyz': get('ready', 'Ask whether requests may be sent here.', {
    200: answer('They may.', json(status, { status: 'ready' })),
    503: answer('The store does not answer.', json(status, { status: 'not ready' })),
  }),
  '/metrics': get('metrics', 'Read counters and gauges in the text format of Prometheus.', {
    200: answer('Metrics.', plainText({ metrics: '# TYPE plenum_cloud_http_requests_total counter\n' })),
  }),
};
