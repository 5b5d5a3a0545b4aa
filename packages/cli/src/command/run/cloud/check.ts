import { type CloudToCheck, checkCloud } from '@plenum/cloud';
import type { Finding } from '@plenum/platform';
import { examineFolder } from '../../../doctor/examine.ts';
import { printFindings } from '../../../format/findings.ts';
import type { Io } from '../../../io/io.ts';
import { checkCollector, type OtlpFlags } from '../../../option/otlp-options.ts';
import { type CloudOptions, toCloudConfig } from './serve.ts';

async function* examineCloud(config: CloudToCheck, flags: OtlpFlags): AsyncGenerator<Finding> {
  if ('dataDir' in config.store) yield* examineFolder(config.store.dataDir);
  yield* checkCloud(config);
  yield* checkCollector(flags);
}

/** Checks everything that a cloud with these options needs, and prints one line for each finding. */
export const checkForOperator = (
  { json, ...options }: CloudOptions & { readonly json?: true },
  io: Io,
): Promise<void> => printFindings(examineCloud(toCloudConfig(options, io.env), options), { json }, io);
