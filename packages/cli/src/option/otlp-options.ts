import { hostname } from 'node:os';
import type { OtlpOptions, OtlpTracer } from '@plenum/otlp';
import type { Finding } from '@plenum/platform';
import type { Command } from 'commander';
import release from '../../package.json' with { type: 'json' };
import { wrongUsage } from '../failure.ts';
import { option } from './option.ts';

export interface OtlpFlags {
  readonly otlp?: string;
}

/** An empty text leaves the collector out, so that `compose.yaml` can always set the variable. */
const readCollector = (typed: string): string => {
  if (typed === '' || /^https?:$/.test(URL.parse(typed)?.protocol ?? '')) return typed;
  throw wrongUsage(
    `--otlp: ${JSON.stringify(typed)} is not the URL of a collector such as http://127.0.0.1:4318.`,
  );
};

export const addOtlpOption = (command: Command): Command =>
  command.addOption(
    option(
      '--otlp <url>',
      'OTLP',
      'send traces to the OpenTelemetry collector at URL, by OTLP over HTTP',
    ).argParser(readCollector),
  );

/** A service in its traces: its name, the name of this process among its processes, and its log. */
type TracedService = Pick<OtlpOptions, 'service' | 'instance' | 'log'>;

/** Returns the name of a process in its log and in traces. */
export const toInstance = (port: number): string => `${hostname()}:${port}`;

/** Opens the tracer of a service; undefined without a collector. */
export async function openTracer(
  { otlp: url }: OtlpFlags,
  about: TracedService,
): Promise<OtlpTracer | undefined> {
  if (!url) return undefined;
  const { createTracer } = await import('@plenum/otlp');
  return createTracer({ ...about, url, version: release.version });
}

/** Checks that the collector accepts traces, if there is one. */
export async function* checkCollector({ otlp: url }: OtlpFlags): AsyncGenerator<Finding> {
  if (!url) return;
  const { tryCollector } = await import('@plenum/otlp');
  const why = await tryCollector(url);
  yield why === undefined
    ? { result: 'ok', subject: 'traces', sentence: `The collector at ${url} accepts traces.` }
    : {
        result: 'problem',
        subject: 'traces',
        sentence: `The collector at ${url} does not accept traces: ${why}. The cloud starts nevertheless, and its traces are lost.`,
      };
}
