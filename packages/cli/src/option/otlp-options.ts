import type { OtlpOptions, OtlpTracer } from '@plenum/otlp';
import type { Command } from 'commander';
import about from '../../package.json' with { type: 'json' };
import { wrongUsage } from '../failure.ts';
import { option } from './option.ts';
import { loadOptional } from './optional-package.ts';

export interface OtlpFlags {
  readonly otlp?: string;
}

const readCollector = (typed: string): string => {
  if (/^https?:$/.test(URL.parse(typed)?.protocol ?? '')) return typed;
  throw wrongUsage(
    `--otlp: ${JSON.stringify(typed)} is not the URL of a collector such as http://127.0.0.1:4318.`,
  );
};

export const addOtlpOption = (command: Command): Command =>
  command.addOption(
    option(
      '--otlp <url>',
      'OTLP',
      'send traces to the OpenTelemetry collector at URL, by OTLP over HTTP; needs @plenum/otlp',
    ).argParser(readCollector),
  );

/** Opens the tracer of a service; undefined without a collector. */
export const openTracer = async (
  { otlp: url }: OtlpFlags,
  service: string,
  log: OtlpOptions['log'],
): Promise<OtlpTracer | undefined> => {
  if (url === undefined) return undefined;
  const { createTracer } = await loadOptional('@plenum/otlp', () => import('@plenum/otlp'));
  return createTracer({ url, service, version: about.version, log });
};
